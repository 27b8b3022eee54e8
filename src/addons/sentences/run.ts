import { findSentences } from '../../engine/transcript/find-sentences.ts';
import type { ReadTranscript } from '../addon.ts';

/** The sentences of a transcript, as the wire has them (specification §2.8, SentencesDTO). */
export const readTranscript: ReadTranscript<string[]> = ({ utterances }) =>
  findSentences(utterances).map(({ text }) => text);
