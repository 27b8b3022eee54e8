import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import { hasTalk } from '../../language/cues/talk.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AddonTools, OnTranscript } from '../addon.ts';
import { comparableWords } from '../comparable-words.ts';
import { languageModel, noLanguageModel } from '../language-model.ts';
import { answerParts, answerTokens, planOf, roomFor } from '../prompt-in-chunks.ts';
import { softTimeLimit } from '../soft-time-limit.ts';
import { sentenceParts } from '../spoken-sentences.ts';
import { type ReadSentence, readSentences } from '../talk-sentences.ts';
import { findItems } from './find-items.ts';
import { type ActionItem, ITEM_KINDS, timeLimit } from './schema.ts';

const TASK = {
  instruction: 'List the action items, decisions and open questions',
  rules:
    'You read the transcript of a meeting. Write one line for each action item, decision and question that nobody answered, and nothing ' +
    'else: kind | who | until when | sentence. The kind is action, decision or question. The sentence is copied from the transcript as it ' +
    'stands there. Write - where nobody or no time is named.',
  maximumTokens: 512,
};

/**
 * What was agreed, decided and left open, each with its quote, by the forms of `language/cues`. A language model finds more; of what it
 * writes, only lines whose sentence was said are taken.
 *
 * @throws AppError `model_missing` for a language that the rules do not cover, where no model is installed
 */
export const onTranscript: OnTranscript<ActionItem[]> = async (transcription, _request, tools) => {
  const { utterances, languages } = transcription;
  const sentences = await readSentences(utterances);
  const isKnown = sentences.some(({ language }) => hasTalk(language));
  const found = findItems(sentences);
  const generator = await languageModel(tools, 'action_items', languages[0] ?? 'en');
  if (!generator && !isKnown && sentences.length > 0) throw noLanguageModel();
  tools.onFacts({ written_by: generator?.modelId ?? 'builtin' });
  if (!generator || sentences.length === 0) return found;
  const more = await askModel({ generator, sentences, transcription }, tools).catch(
    async (error: unknown) => {
      if (!isKnown) throw error;
      await tools.note(msg`The language model failed, so rules alone looked for action items.`);
      return [];
    },
  );
  const isFound = ({ start, end }: ActionItem) => found.some((one) => one.start <= start && one.end >= end);
  return [...found, ...more.filter((item) => !isFound(item))].toSorted((a, b) => a.start - b.start);
};

interface Asked {
  generator: NonNullable<Awaited<ReturnType<typeof languageModel>>>;
  sentences: readonly ReadSentence[];
  transcription: Transcription;
}

async function askModel(
  { generator, sentences, transcription }: Asked,
  tools: AddonTools,
): Promise<ActionItem[]> {
  const signal = softTimeLimit(timeLimit, transcription);
  const parts = sentenceParts(sentences, roomFor(generator, TASK), generator.countTokens);
  tools.onPlan(planOf(generator, parts, answerTokens(generator, TASK)));
  const options = { signal, onProgress: tools.onProgress };
  const { answers, shortfall } = await answerParts(generator, TASK, parts, options);
  if (shortfall) await tools.note(shortfall);
  const items = new Map<ReadSentence, ActionItem>();
  for (const line of answers.join('\n').split('\n')) {
    const read = readLine(line, sentences);
    if (read && !items.has(read.sentence)) items.set(read.sentence, read.item);
  }
  return [...items.values()];
}

const plain = (text: string): string => ` ${comparableWords(text).join(' ')} `;

/** A line of the model; null unless its sentence was said. Who and until when must have been said as well, or be a voice. */
function readLine(
  line: string,
  sentences: readonly ReadSentence[],
): { sentence: ReadSentence; item: ActionItem } | null {
  const cells = line.split('|').map((cell) => cell.replace(/^[\s\-*•"“]+|[\s"”]+$/g, ''));
  const kind = ITEM_KINDS.find((one) => cells[0]?.toLowerCase().includes(one));
  const quote = plain(cells[3] ?? '');
  const sentence = sentences.find(({ text }) => quote.trim() !== '' && plain(text).includes(quote));
  if (!kind || !sentence) return null;
  const { text, start, end } = sentence;
  const said = (value = '') => (value !== '' && plain(text).includes(plain(value)) ? value : null);
  const who = sentences.some((one) => one.voice === cells[1]) ? (cells[1] ?? null) : said(cells[1]);
  return { sentence, item: { kind, quote: text, who, until: said(cells[2]), start, end } };
}
