import type { ChatMessage, GenerateOptions, TextGenerator } from '../language/text/text-models.ts';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
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

export interface AskOptions extends Pick<GenerateOptions, 'onText' | 'signal'> {
  /** 0 to 1 */
  onProgress?: (fraction: number) => void;
}

/** Tokens a chat template puts around messages, with some to spare. */
const TEMPLATE_TOKENS = 48;
/** With less room than this no text can be understood. */
const LEAST_ROOM = 48;

/** An instruction followed by its text. */
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
 * together until one is left. Empty if no part had an answer.
 */
export async function promptInChunks(
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
  // Answers as long as their texts would never converge to one.
  if (next.length >= parts.length) return answers.join('\n');
  onProgress?.(parts.length / (parts.length + 1));
  return promptInChunks(generator, combining, joined, {
    ...(onText && { onText }),
    ...(signal && { signal }),
  });
}
