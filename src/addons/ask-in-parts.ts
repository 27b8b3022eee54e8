import type { ChatMessage, GenerateOptions, TextGenerator } from '../engine/text/text-models.ts';
import { AppError } from '../lib/errors.ts';
import { type SpokenSentence, sentenceParts, writeTurns } from './spoken-sentences.ts';

/** What a language model is to do with a text. */
export interface Task {
  /** Stands before the text. */
  instruction: string;
  /** How to do it; models of a closed vocabulary do without. */
  rules: string;
  /** How to make one answer of those to several parts, in place of `rules`. */
  combiningRules: string;
  /** Most tokens of an answer. */
  maximumTokens: number;
  /** Whether the answer to a part says anything; default: all do. */
  isAnswer?: (answer: string) => boolean;
}

export interface AskOptions extends Pick<GenerateOptions, 'onText' | 'signal'> {
  /** 0 to 1 */
  onProgress?: (fraction: number) => void;
}

/** Tokens that a chat template puts around messages, and some to spare. */
const TEMPLATE_TOKENS = 48;
/** With less room than this no text can be understood. */
const LEAST_ROOM = 48;

/** An instruction before its text. */
export function conversation(
  { vocabulary }: TextGenerator,
  rules: string,
  instruction: string,
  text: string,
): ChatMessage[] {
  const ends = /[\p{P}\p{S}]$/u.test(instruction.trim());
  const user: ChatMessage = { role: 'user', content: `${instruction.trim()}${ends ? '' : ':'}\n\n${text}` };
  return vocabulary === 'closed' ? [user] : [{ role: 'system', content: rules }, user];
}

/** How many tokens of text a model reads at once besides the task and its answer. Throws AppError where none are left. */
export function roomFor(generator: TextGenerator, task: Omit<Task, 'combiningRules'>): number {
  const rules = generator.vocabulary === 'closed' ? '' : task.rules;
  const taken = generator.countTokens(`${rules}\n${task.instruction}`) + TEMPLATE_TOKENS;
  const room = generator.contextTokens - answerTokens(generator, task) - taken;
  if (room >= LEAST_ROOM) return room;
  throw new AppError(
    'invalid_request',
    `The prompt is too long for the model ${generator.modelId}, whose context holds ${generator.contextTokens} tokens.`,
  );
}

/** How many tokens an answer may have, with room left for what it is about. */
export const answerTokens = (
  { contextTokens }: TextGenerator,
  { maximumTokens }: { maximumTokens: number },
) => Math.min(maximumTokens, Math.floor(contextTokens / 4));

/**
 * Has a text worked on that may be longer than what the model reads at once: part by part, cut between sentences, and
 * then the answers together, until one is left. Empty where no part had an answer.
 */
export async function askInParts(
  generator: TextGenerator,
  task: Task,
  sentences: readonly SpokenSentence[],
  { onText, signal, onProgress }: AskOptions = {},
): Promise<string> {
  const closed = generator.vocabulary === 'closed';
  const readable = closed ? sentences.map((sentence) => ({ ...sentence, voice: null })) : sentences;
  const parts = sentenceParts(readable, roomFor(generator, task), generator.countTokens);
  const maximumTokens = answerTokens(generator, task);
  const ask = (part: readonly SpokenSentence[], options: AskOptions = {}) =>
    generator.generate(conversation(generator, task.rules, task.instruction, writeTurns(part)), {
      maximumTokens,
      ...options,
    });
  const isLast = parts.length <= 1;
  const answers: string[] = [];
  for (const [index, part] of parts.entries()) {
    onProgress?.(index / (parts.length + 1));
    const answer = await ask(part, { ...(signal && { signal }), ...(isLast && onText && { onText }) });
    if (answer !== '' && (task.isAnswer?.(answer) ?? true)) answers.push(answer);
  }
  if (answers.length <= 1) return answers[0] ?? '';
  const joined = answers.map((text) => ({ text: `${text}\n`, voice: null, language: '' }));
  const combining = { ...task, rules: task.combiningRules };
  const next = sentenceParts(joined, roomFor(generator, combining), generator.countTokens);
  // Answers as long as their texts would never become one.
  if (next.length >= parts.length) return answers.join('\n');
  onProgress?.(parts.length / (parts.length + 1));
  return askInParts(generator, combining, joined, { ...(onText && { onText }), ...(signal && { signal }) });
}
