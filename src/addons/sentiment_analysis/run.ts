import { findSentences, type Sentence } from '../../engine/transcript/find-sentences.ts';
import type { AddonTools, ReadTranscript } from '../addon.ts';
import { type Judgement, judgeLabels } from './judge-labels.ts';
import { judgeWords } from './judge-words.ts';
import { loadLexicon } from './lexicons.ts';

/** One of the array that `results` is the JSON of; times in seconds. */
export interface SentenceSentiment extends Judgement {
  text: string;
  start: number;
  end: number;
  channel: number;
  /** Absent where speakers were not told apart. */
  speaker?: number;
}

type Judge = (text: string) => Judgement | Promise<Judgement>;

/**
 * Sentiment and emotion of every sentence, as JSON: by a model of the sentence's language, else by rated words, else
 * `unknown`.
 */
export const readTranscript: ReadTranscript<string> = async ({ utterances }, _request, tools) => {
  const sentences = findSentences(utterances);
  const judges = new Map<string, Judge>();
  const results: SentenceSentiment[] = [];
  for (const { text, start, end, channel, speaker, language } of sentences) {
    const judge = judges.get(language) ?? (await judgeOf(language, tools));
    judges.set(language, judge);
    const judgement = await judge(text);
    results.push({ text, ...judgement, start, end, channel, ...(speaker !== undefined && { speaker }) });
    tools.onProgress(results.length / sentences.length);
  }
  return JSON.stringify(results);
};

async function judgeOf(language: Sentence['language'], tools: AddonTools): Promise<Judge> {
  const classifier = await tools.textClassifier('sentiment_analysis', language);
  if (classifier) return async (text) => judgeLabels(await classifier.classify(text));
  const lexicon = await loadLexicon(language);
  if (lexicon) return (text) => judgeWords(text, language, lexicon);
  await tools.note(
    `Nothing here can judge what is said in ${language}; its sentences are marked as unknown.`,
  );
  return () => ({ sentiment: 'unknown', emotion: 'unknown' });
}
