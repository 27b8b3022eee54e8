import { CancellationPoint } from '../../engine/decoding/cancellation-point.ts';
import { trailingRepetition } from '../../engine/decoding/repetition.ts';
import type { CausalModel } from './causal-model.ts';
import type { Took, WrittenText } from './text-models.ts';

/** How a model's publisher has it write. */
export interface WritingStyle {
  /** Tokens that end a text. */
  ends: ReadonlySet<number>;
  /** By how much tokens of the prompt and the text become less likely; 1 for not at all. */
  repetitionPenalty: number;
}

interface WriteOptions extends WritingStyle {
  maximumTokens: number;
  onToken(token: number): void;
  /** Whether the tokens so far are all that is needed. */
  isEnough?(): boolean;
  signal: AbortSignal | undefined;
}

/**
 * Writes the likeliest token after the other. When the signal aborts, it has what was written so far, or rejects with the signal's reason
 * if that is nothing.
 *
 * @returns `tokens`: without the end, and with one of the repetitions where it was stopped in a loop
 */
export async function writeLikeliest(
  model: CausalModel,
  prompt: readonly number[],
  { ends, repetitionPenalty, maximumTokens, onToken, isEnough, signal }: WriteOptions,
): Promise<{ tokens: number[]; took: Took } & Pick<WrittenText, 'ended'>> {
  const cancellation = new CancellationPoint(signal ?? new AbortController().signal);
  const used = new Set(prompt);
  const tokens: number[] = [];
  const startedAt = performance.now();
  let readAt = startedAt;
  const knownBefore = model.known(prompt);
  const end = (ended: WrittenText['ended'], kept = tokens) => ({
    tokens: kept,
    ended,
    took: {
      read: prompt.length - knownBefore,
      readSeconds: (readAt - startedAt) / 1000,
      written: tokens.length,
      writeSeconds: (performance.now() - readAt) / 1000,
    },
  });
  try {
    let scores = await model.read(prompt, cancellation);
    readAt = performance.now();
    while (true) {
      const token = likeliest(scores, used, repetitionPenalty);
      if (ends.has(token)) return end('itself');
      tokens.push(token);
      used.add(token);
      onToken(token);
      if (isEnough?.()) return end('itself');
      const loop = trailingRepetition(tokens);
      if (loop) return end('loop', tokens.slice(0, -loop.phrase * (loop.repeats - 1)));
      if (tokens.length >= maximumTokens) return end('length');
      await cancellation.check();
      scores = await model.next(token);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
    if (tokens.length === 0) throw signal.reason;
    return end('time');
  }
}

function likeliest(scores: Float32Array, used: ReadonlySet<number>, penalty: number): number {
  if (penalty !== 1) {
    for (const token of used) {
      const score = scores[token] ?? 0;
      scores[token] = score < 0 ? score * penalty : score / penalty;
    }
  }
  let best = 0;
  for (let token = 1; token < scores.length; token += 1) {
    if ((scores[token] ?? 0) > (scores[best] ?? 0)) best = token;
  }
  return best;
}
