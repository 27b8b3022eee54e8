import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { type Part, redactedParts, union } from './kept-parts.ts';

/** The stretches of a recording that are masked: words redacted by hand, personal data and strong words that add-ons found. In order. */
export function maskedParts(
  document: Pick<CorrectedTranscript, 'paragraphs'>,
  result: Pick<TranscriptionResult, 'pii_redaction' | 'profanity_filter'> | null,
): Part[] {
  const found = [result?.pii_redaction?.results ?? [], result?.profanity_filter?.results ?? []].flat();
  return union([...redactedParts(document), ...found.map(({ start, end }) => ({ start, end }))]);
}
