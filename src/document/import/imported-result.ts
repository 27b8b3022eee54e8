import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/transcripts/language-code.ts';
import type { Transcription, TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { spokenParagraphs } from '../spoken-paragraphs.ts';

/** An imported transcript as the result of a job that could recognise nothing. */
export function importedResult(
  document: CorrectedTranscript,
): TranscriptionResult & { transcription: Transcription } {
  const utterances = spokenParagraphs(document).map(({ id: _, language, ...paragraph }): Utterance => {
    const known = TRANSCRIPTION_LANGUAGE_CODES.find((code) => code === language);
    return { ...paragraph, language: known ?? 'en' };
  });
  const channels = new Set(utterances.map(({ channel }) => channel)).size || 1;
  return {
    metadata: {
      audio_duration: document.duration,
      number_of_distinct_channels: channels,
      billing_time: document.duration * channels,
      transcription_time: 0,
    },
    transcription: {
      full_transcript: utterances.map(({ text }) => text).join(' '),
      languages: [...new Set(utterances.map(({ language }) => language))],
      utterances,
    },
  };
}
