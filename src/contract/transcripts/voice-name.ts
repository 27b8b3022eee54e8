import type { Utterance } from './utterance.ts';

/** A voice; numbers count from 0, as in the API. */
type Voice = Pick<Utterance, 'channel'> & {
  speaker?: number | undefined;
  /** Name that a person gave the speaker, if any. */
  speaker_name?: string | undefined;
};

/** How voices without a given name are called. */
export interface VoiceLabels {
  /** A speaker by their number, counted from 1. */
  speaker: (number: number) => string;
  /** A channel by its number, counted from 0. */
  channel: (number: number) => string;
}

const ENGLISH: VoiceLabels = {
  speaker: (number) => `Speaker ${number}`,
  channel: (number) => `Channel ${number}`,
};

/** A speaker's name for people, who count from 1; the API's numbers begin with 0. */
export const speakerName = (speaker: number): string => ENGLISH.speaker(speaker + 1);

/**
 * A voice's name for people: the one that was given, or "Speaker 1", "Channel 1", or "Channel 1 · Speaker 1". Null if
 * there is nothing to distinguish: one channel and no diarization.
 *
 * @param labels other words than the English ones
 */
export function voiceName(
  { channel, speaker, speaker_name }: Voice,
  severalChannels: boolean,
  labels: VoiceLabels = ENGLISH,
): string | null {
  if (speaker_name !== undefined) return speaker_name;
  const names = [
    ...(severalChannels ? [labels.channel(channel)] : []),
    ...(speaker === undefined ? [] : [labels.speaker(speaker + 1)]),
  ];
  return names.join(' · ') || null;
}

/** Whether more than one channel speaks. */
export function hasSeveralChannels(voices: Iterable<Voice>): boolean {
  const channels = new Set<number>();
  for (const { channel } of voices) channels.add(channel);
  return channels.size > 1;
}
