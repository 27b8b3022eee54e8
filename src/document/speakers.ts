import {
  type CorrectedTranscript,
  type DocumentSpeaker,
  SPEAKER_COLOURS,
} from '../contract/transcripts/corrected-transcript.ts';
import { type VoiceLabels, voiceName } from '../contract/transcripts/voice-name.ts';

export const colourOf = (index: number): number => index % SPEAKER_COLOURS;

/** A speaker's name for people: the given one, or "Speaker 1", "Channel 1 · Speaker 1". */
export const nameOf = ({ name, number, channel }: DocumentSpeaker, labels?: VoiceLabels): string =>
  name ??
  voiceName({ channel: channel ?? 0, speaker: number ?? undefined }, channel !== null, labels) ??
  `Channel ${channel ?? 0}`;

/** The speakers that a reader is shown: none for the only voice of a recording, unless it has a name. */
export function distinguishedSpeakers({ speakers }: CorrectedTranscript): readonly DocumentSpeaker[] {
  const [only] = speakers;
  return speakers.length === 1 && only?.name === null ? [] : speakers;
}

/** Who says an utterance; undefined if nobody is distinguished. Channels are distinguished by themselves only where nobody is numbered in them. */
export const speakerOf = (
  { speaker, channel }: { speaker?: number | undefined; channel: number },
  speakers: readonly DocumentSpeaker[],
): DocumentSpeaker | undefined =>
  speakers.find((one) => one.number === (speaker ?? null) && (one.channel ?? channel) === channel);

/** Seconds that each speaker says something, by id: of words that are neither struck nor redacted. */
export function speakingTimes({ paragraphs }: CorrectedTranscript): Map<string, number> {
  const times = new Map<string, number>();
  for (const { speaker, words } of paragraphs) {
    if (speaker === null) continue;
    const seconds = words.reduce(
      (sum, { start, end, struck, redacted }) => sum + (struck || redacted ? 0 : end - start),
      0,
    );
    times.set(speaker, (times.get(speaker) ?? 0) + seconds);
  }
  return times;
}
