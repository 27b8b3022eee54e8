import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { logSumExp } from '../../../decoding/token-probabilities.ts';
import { releaseState } from '../../../kernels/index.ts';
import type { EncodedAudio } from '../decoder-output.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { prefixTokens } from './prefill-decoder.ts';

/** Log probability of each of several texts for the same audio: the sum over its tokens, without timestamps. */
export async function scoreTexts(
  parts: LoadedWhisper,
  audio: EncodedAudio,
  { language, texts }: { language: string; texts: readonly string[] },
  cancellation: CancellationPoint,
): Promise<number[]> {
  const { config } = parts.model;
  const prefix = [...prefixTokens(parts, language), config.noTimestampsToken];
  const scores: number[] = [];
  for (const text of texts) {
    await cancellation.check();
    const said = [...(await parts.encodeText(text)), config.endToken];
    const tokens = [...prefix, ...said].slice(0, config.textPositions);
    const output = await parts.model.start(audio, tokens, false);
    releaseState(output.state);
    const score = tokens.slice(prefix.length).reduce((sum, token, index) => {
      const row = (prefix.length - 1 + index) * output.vocabulary;
      const logits = output.logits.subarray(row, row + output.vocabulary);
      return sum + (logits[token] ?? Number.NEGATIVE_INFINITY) - logSumExp(logits, 0, config.endToken + 1);
    }, 0);
    scores.push(score);
  }
  return scores;
}
