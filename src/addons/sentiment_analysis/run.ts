import { findSentences, type Sentence } from '../../engine/transcript/find-sentences.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import type { AddonTools, OnTranscript } from '../addon.ts';
import { type Judgement, judgeLabels } from './judge-labels.ts';
import { judgeWords } from './judge-words.ts';
import { loadLexicon } from './lexicons.ts';

/** An element of the array encoded in `results`; times in seconds. */
export interface SentenceSentiment extends Judgement {
  text: string;
  start: number;
  end: number;
  channel: number;
  /** Absent without diarization. */
  speaker?: number;
}

interface Judge {
  judge(text: string): Judgement | Promise<Judgement>;
  /** The model's id, or `builtin` for rated words; null if the language is not supported. */
  by: string | null;
}

/**
 * Sentiment and emotion of every sentence, as JSON: by a model of its language, otherwise by rated words, otherwise
 * `unknown`. Throws AppError `model_missing` if no language can be read.
 */
export const onTranscript: OnTranscript<string> = async ({ utterances }, _request, tools) => {
  const sentences = findSentences(utterances);
  const judges = new Map<string, Judge>();
  const results: SentenceSentiment[] = [];
  for (const { text, start, end, channel, speaker, language } of sentences) {
    const judge = judges.get(language) ?? (await judgeOf(language, tools));
    judges.set(language, judge);
    const judgement = await judge.judge(text);
    results.push({ text, ...judgement, start, end, channel, ...(speaker !== undefined && { speaker }) });
    tools.onProgress(results.length / sentences.length);
  }
  const judged = [...judges.values()];
  if (judged.length > 0 && judged.every(({ by }) => by === null)) {
    throw new AppError('model_missing', cannotRead([...judges.keys()]));
  }
  const unread = [...judges].filter(([, { by }]) => by === null).map(([language]) => language);
  if (unread.length > 0) await tools.note(msg`${cannotRead(unread)} Its sentences are marked as unknown.`);
  const models = [...judges].map(([language, { by }]) => [language, by === null ? [] : [by]]);
  tools.onFacts({ models: Object.fromEntries(models) });
  return JSON.stringify(results);
};

const cannotRead = (languages: readonly string[]): Message =>
  msg`Sentiment analysis has neither a model nor rated words for ${languages}.`;

async function judgeOf(language: Sentence['language'], tools: AddonTools): Promise<Judge> {
  const classifier = await tools.textClassifier('sentiment_analysis', language);
  if (classifier) {
    return { judge: async (text) => judgeLabels(await classifier.classify(text)), by: classifier.modelId };
  }
  const lexicon = await loadLexicon(language);
  if (lexicon) return { judge: (text) => judgeWords(text, language, lexicon), by: 'builtin' };
  return { judge: () => ({ sentiment: 'unknown', emotion: 'unknown' }), by: null };
}
