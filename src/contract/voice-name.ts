import type { Utterance } from './utterance.ts';

/** A voice; numbers count from 0, as in the API. */
type Voice = Pick<Utterance, 'channel'> & { speaker?: number | undefined };

/** A speaker's name for people, counting from 1: "Speaker 1" is speaker 0 in the API. */
export const speakerName = (speaker: number): string => `Speaker ${speaker + 1}`;

/**
 * A voice's name for people: "Speaker 1", "Channel 2", or "Channel 2 · Speaker 1". Null if there is nothing to
 * distinguish: one channel and no diarization.
 */
export function voiceName({ channel, speaker }: Voice, severalChannels: boolean): string | null {
  const names = [
    ...(severalChannels ? [`Channel ${channel + 1}`] : []),
    ...(speaker === undefined ? [] : [speakerName(speaker)]),
  ];
  return names.join(' · ') || null;
}

/** Whether more than one channel speaks. */
export const hasSeveralChannels = (voices: readonly Voice[]): boolean =>
  new Set(voices.map(({ channel }) => channel)).size > 1;
