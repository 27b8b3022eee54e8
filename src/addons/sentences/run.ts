import { findSentences } from '../../engine/transcript/find-sentences.ts';
import type { SpokenUtterance } from '../../engine/transcript/utterance-words.ts';
import type { OnTranscript, ReadTranslation } from '../addon.ts';

/** The sentences of a transcript or a translation in API form (specification §2.8, SentencesDTO). */
const sentencesOf = (utterances: readonly SpokenUtterance[]): string[] =>
  findSentences(utterances).map(({ text }) => text);

export const onTranscript: OnTranscript<string[]> = ({ utterances }) => sentencesOf(utterances);

export const readTranslation: ReadTranslation<string[]> = sentencesOf;
