import type { Utterance } from './utterance.ts';

/** A voice; numbers count from 0, as in the API. */
type Voice = Pick<Utterance, 'channel'> & { speaker?: number | undefined };

/** A speaker's name for people, with the number that the API gives it, so that the two can be compared. */
export const speakerName = (speaker: number): string => `Speaker ${speaker}`;

/**
 * A voice's name for people: "Speaker 0", "Channel 1", or "Channel 1 · Speaker 0". Null if there is nothing to
 * distinguish: one channel and no diarization.
 */
export function voiceName({ channel, speaker }: Voice, severalChannels: boolean): string | null {
  const names = [
    ...(severalChannels ? [`Channel ${channel}`] : []),
    ...(speaker === undefined ? [] : [speakerName(speaker)]),
  ];
  return names.join(' · ') || null;
}

/** Whether more than one channel speaks. */
export const hasSeveralChannels = (voices: readonly Voice[]): boolean =>
  new Set(voices.map(({ channel }) => channel)).size > 1;
