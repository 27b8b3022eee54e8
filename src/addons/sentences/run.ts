import type { TranscriptionResult } from '../../contract/transcription-result.ts';
import { findSentences } from '../../engine/transcript/find-sentences.ts';
import type { SpokenUtterance } from '../../engine/transcript/utterance-words.ts';

/** The envelope of the sentences add-on (specification §2.8, SentencesDTO). */
export type SentencesEnvelope = NonNullable<TranscriptionResult['sentences']>;

/**
 * The sentences of a transcript, or of a translation, as the wire has them. The same envelope belongs in two places:
 * `transcription.sentences`, as its only item, and the deprecated `sentences` of the result.
 */
export function makeSentences(utterances: readonly SpokenUtterance[]): SentencesEnvelope {
  const startedAt = performance.now();
  const results = findSentences(utterances).map(({ text }) => text);
  return {
    success: true,
    is_empty: results.length === 0,
    exec_time: Math.round(performance.now() - startedAt) / 1000,
    error: null,
    results,
  };
}
