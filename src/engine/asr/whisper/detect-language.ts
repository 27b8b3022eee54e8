import { logSumExp } from './token-probabilities.ts';
import type { WhisperConfig } from './whisper-config.ts';

export interface DetectedLanguage {
  /** Transcription language code. */
  language: string;
  /** Among the allowed languages, 0 to 1. */
  confidence: number;
}

/**
 * The likeliest language, from the logits after the start token. Tokens that map to the same API language (`zh` and
 * `yue`) are added up.
 *
 * @param allowed language codes; if empty or unknown to the model, all are allowed
 */
export function detectLanguage(
  logits: Float32Array,
  config: WhisperConfig,
  allowed: readonly string[],
): DetectedLanguage {
  const known = [...config.languages];
  const wanted = known.filter(([, language]) => allowed.includes(language));
  const choice = wanted.length > 0 ? wanted : known;
  const total = logSumExp(Float32Array.from(choice, ([token]) => logits[token] ?? 0));
  const byLanguage = new Map<string, number>();
  for (const [token, language] of choice) {
    const probability = Math.exp((logits[token] ?? 0) - total);
    byLanguage.set(language, (byLanguage.get(language) ?? 0) + probability);
  }
  let best: DetectedLanguage = { language: choice[0]?.[1] ?? 'en', confidence: 0 };
  for (const [language, confidence] of byLanguage) {
    if (confidence > best.confidence) best = { language, confidence };
  }
  return best;
}

/** The token that selects a language; the first of several (`zh` before `yue`). Undefined if the model lacks it. */
export function languageToken(config: WhisperConfig, language: string): number | undefined {
  for (const [token, code] of config.languages) if (code === language) return token;
  return undefined;
}
