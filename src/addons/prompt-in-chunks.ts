import type { WritingPlan } from '../contract/realms/writing-plan.ts';
import type {
  ChatMessage,
  GenerateOptions,
  TextGenerator,
  WrittenText,
} from '../language/text/text-models.ts';
import { AppError } from '../lib/errors/errors.ts';
import { type Message, msg } from '../lib/errors/msg.ts';
import type { AddonTools } from './addon.ts';
import { type SpokenSentence, sentenceParts, writeTurns } from './spoken-sentences.ts';

/** A language model's task for a text. */
export interface Task {
  /** Precedes the text. */
  instruction: string;
  /** How to do it; models with a closed vocabulary need none. */
  rules: string;
  /** How to merge the answers to several parts, replacing `rules`. */
  combiningRules: string;
  /** Maximum tokens of an answer. */
  maximumTokens: number;
  /** Whether the answer to a part says anything; by default always true. */
  isAnswer?: (answer: string) => boolean;
}

export interface Answer {
  /** Empty if no part had an answer. */
  text: string;
  /** What is missing, for people; null if it is whole. */
  shortfall: Message | null;
  /** The model repeated itself over and over. */
  looped: boolean;
}

export interface AskOptions
  extends Pick<GenerateOptions, 'onText' | 'signal'>,
    Partial<Pick<AddonTools, 'onPlan'>> {
  /** 0 to 1 */
  onProgress?: (fraction: number) => void;
}

/** Tokens a chat template puts around messages, with some to spare. */
const TEMPLATE_TOKENS = 48;
/** With less room than this no text can be understood. */
const LEAST_ROOM = 48;

/**
 * An instruction and its text. The text comes first, so that the next instruction for it finds it read; closed vocabularies have the
 * other order alone.
 */
export function conversation(
  { vocabulary }: TextGenerator,
  rules: string,
  instruction: string,
  text: string,
): ChatMessage[] {
  const asked = instruction.trim();
  const ends = /[\p{P}\p{S}]$/u.test(asked);
  if (vocabulary === 'closed') return [{ role: 'user', content: `${asked}${ends ? '' : ':'}\n\n${text}` }];
  return [
    { role: 'system', content: rules },
    { role: 'user', content: `${text}\n\n${asked}${ends ? '' : '.'}` },
  ];
}

/** Number of text tokens a model can read at once beside the task and its answer. Throws AppError if there are none. */
export function roomFor(generator: TextGenerator, task: Omit<Task, 'combiningRules'>): number {
  const rules = generator.vocabulary === 'closed' ? '' : task.rules;
  const taken = generator.countTokens(`${rules}\n${task.instruction}`) + TEMPLATE_TOKENS;
  const room = generator.contextTokens - answerTokens(generator, task) - taken;
  if (room >= LEAST_ROOM) return room;
  throw new AppError(
    'invalid_request',
    msg`The prompt is too long for the model ${generator.modelId}, whose context holds ${generator.contextTokens} tokens.`,
  );
}

/** Number of tokens an answer may have while leaving room for its subject. */
export const answerTokens = (
  { contextTokens }: TextGenerator,
  { maximumTokens }: { maximumTokens: number },
) => Math.min(maximumTokens, Math.floor(contextTokens / 4));

/**
 * Processes a text that may exceed the model's context: part by part, split between sentences, then the answers
 * together until one is left. Where time runs out, the answer is of the parts that were read until then.
 *
 * @throws what the signal says if it aborts before anything is written
 */
export async function promptInChunks(
  generator: TextGenerator,
  task: Task,
  sentences: readonly SpokenSentence[],
  { onText, signal, onProgress, onPlan }: AskOptions = {},
): Promise<Answer> {
  const closed = generator.vocabulary === 'closed';
  const readable = closed ? sentences.map((sentence) => ({ ...sentence, voice: null })) : sentences;
  const parts = sentenceParts(readable, roomFor(generator, task), generator.countTokens);
  const maximumTokens = answerTokens(generator, task);
  onPlan?.(planOf(generator, parts, maximumTokens));
  const answered = await answerParts(generator, task, parts, {
    ...(signal && { signal }),
    ...(onText && { onText }),
    ...(onProgress && { onProgress }),
  });
  const { answers, shortfall } = answered;
  const inParts = { text: answers.join('\n'), shortfall, looped: answered.looped };
  if (answers.length <= 1 || signal?.aborted) return inParts;
  const joined = answers.map((text) => ({ text: `${text}\n`, voice: null, language: '' }));
  const combining = { ...task, rules: task.combiningRules };
  const next = sentenceParts(joined, roomFor(generator, combining), generator.countTokens);
  // Answers as long as their texts would never converge to one.
  if (next.length >= parts.length) return inParts;
  onProgress?.(parts.length / (parts.length + 1));
  const combined = await promptInChunks(generator, combining, joined, {
    ...(onText && { onText }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
    return null;
  });
  // Answers to all parts say more than half a sentence about them.
  if (!combined || signal?.aborted) return inParts;
  return { ...combined, shortfall: combined.shortfall ?? shortfall };
}

/** The answers to the parts of a text, in order, without those that say nothing; of those that there was time for, but for one at least. */
export async function answerParts(
  generator: TextGenerator,
  task: Omit<Task, 'combiningRules'>,
  parts: readonly SpokenSentence[][],
  { onText, signal, onProgress }: Omit<AskOptions, 'onPlan'>,
): Promise<{ answers: string[] } & Omit<Answer, 'text'>> {
  const maximumTokens = answerTokens(generator, task);
  const answers: string[] = [];
  let shortfall: Message | null = null;
  let looped = false;
  for (const [index, part] of parts.entries()) {
    onProgress?.(index / (parts.length + 1));
    const messages = conversation(generator, task.rules, task.instruction, writeTurns(part));
    const written = await generator
      .generate(messages, {
        maximumTokens,
        ...(signal && { signal }),
        ...(parts.length === 1 && onText && { onText }),
      })
      .catch((error: unknown) => {
        if (!signal?.aborted || answers.length === 0) throw error;
        return null;
      });
    if (written && written.text !== '' && (task.isAnswer?.(written.text) ?? true)) answers.push(written.text);
    shortfall = (written && shortfallOf(written, maximumTokens)) ?? shortfall;
    looped ||= written?.ended === 'loop';
    if (written && written.ended !== 'time') continue;
    const read = written ? index + 1 : index;
    if (read < parts.length)
      shortfall = msg`Time ran out: only the first ${read} of ${parts.length} parts were read.`;
    break;
  }
  return { answers, shortfall, looped };
}

/** What reading parts and writing an answer to each takes at most, with one that joins them. */
export function planOf(
  { countTokens, speed }: TextGenerator,
  parts: readonly (readonly SpokenSentence[])[],
  maximumTokens: number,
): WritingPlan {
  const answers = parts.length + (parts.length > 1 ? 1 : 0);
  const read = parts.reduce((sum, part) => sum + TEMPLATE_TOKENS + countTokens(writeTurns(part)), 0);
  const write = answers * maximumTokens;
  return { read, write, seconds: speed ? read / speed.read + write / speed.write : null };
}

/** What a text lacks that was stopped, for people. */
export function shortfallOf({ ended }: WrittenText, maximumTokens: number): Message | null {
  switch (ended) {
    case 'time':
      return msg`Time ran out before the text was finished.`;
    case 'length':
      return msg`The text was stopped at ${maximumTokens} tokens, its greatest length.`;
    case 'loop':
      return msg`The model began to repeat itself, and was stopped.`;
    case 'itself':
      return null;
  }
}
