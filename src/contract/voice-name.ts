import type { Utterance } from './utterance.ts';

/** Who is heard: numbers count from 0, as on the wire. */
type Voice = Pick<Utterance, 'channel'> & { speaker?: number | undefined };

/** How people are told of a speaker, counting from 1: "Speaker 1" is speaker 0 on the wire. */
export const speakerName = (speaker: number): string => `Speaker ${speaker + 1}`;

/**
 * Who speaks, as people read it: "Speaker 1", "Channel 2", or "Channel 2 · Speaker 1". Null where there is nothing to tell:
 * one channel, and nobody told the speakers apart.
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
