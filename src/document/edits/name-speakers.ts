import type { CorrectedTranscript, Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import type { TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import type { NamedUtterance } from '../../contract/transcripts/utterance.ts';
import { nameOf } from '../speakers.ts';

/** Seconds that an utterance and a paragraph have in common. */
const overlap = (one: { start: number; end: number }, other: { start: number; end: number }) =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start);

/**
 * The machine's result with the names that people gave: `speaker_name` in every utterance, also of translations. The name
 * is that of the speaker to whom the most of the utterance now belongs.
 */
export function nameSpeakers(
  result: TranscriptionResult,
  document: CorrectedTranscript,
): TranscriptionResult {
  const names = new Map(document.speakers.map((speaker) => [speaker.id, nameOf(speaker)]));
  const ofChannel = (channel: number) => document.paragraphs.filter((one) => one.channel === channel);
  const channels = new Set(document.paragraphs.map(({ channel }) => channel));
  const byChannel = new Map([...channels].map((channel) => [channel, ofChannel(channel)]));

  function nameIn<Spoken extends NamedUtterance>(utterance: Spoken): Spoken {
    let best: Paragraph | null = null;
    for (const paragraph of byChannel.get(utterance.channel) ?? []) {
      if (overlap(paragraph, utterance) > (best ? overlap(best, utterance) : 0)) best = paragraph;
    }
    const speaker_name = best?.speaker && names.get(best.speaker);
    return speaker_name ? { ...utterance, speaker_name } : utterance;
  }

  const { transcription, translation, diarization } = result;
  return {
    ...result,
    ...(transcription && {
      transcription: { ...transcription, utterances: transcription.utterances.map(nameIn) },
    }),
    ...(translation?.results && {
      translation: {
        ...translation,
        results: translation.results.map((one) => ({ ...one, utterances: one.utterances.map(nameIn) })),
      },
    }),
    ...(diarization?.results && {
      diarization: { ...diarization, results: diarization.results.map(nameIn) },
    }),
  };
}
