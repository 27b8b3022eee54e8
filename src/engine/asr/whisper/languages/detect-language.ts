import { logSumExp } from '../../../decoding/token-probabilities.ts';
import { spokenAmong } from '../../languages/spoken-among.ts';
import type { WhisperConfig } from '../whisper-config.ts';

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

/**
 * The likeliest of some languages, if it is one of these that is spoken; otherwise the likeliest of all.
 *
 * @param some language codes; empty for all
 */
export function detectAmong(
  logits: Float32Array,
  config: WhisperConfig,
  some: readonly string[],
): DetectedLanguage {
  const among = spokenAmong(some, (code) => languageEvidence(logits, config, code).given);
  return detectLanguage(logits, config, among);
}

/** What one recognition says about its language. */
export interface LanguageEvidence {
  /** The likeliest of all languages, with its probability. */
  best: DetectedLanguage;
  /** Probability of the language that the text is written in. */
  given: number;
}

/** The same logits as evidence for or against a language. */
export function languageEvidence(
  logits: Float32Array,
  config: WhisperConfig,
  language: string,
): LanguageEvidence {
  const known = [...config.languages];
  if (known.length === 0) return { best: { language, confidence: 1 }, given: 1 };
  const total = logSumExp(Float32Array.from(known, ([token]) => logits[token] ?? 0));
  const given = known.reduce(
    (sum, [token, code]) => sum + (code === language ? Math.exp((logits[token] ?? 0) - total) : 0),
    0,
  );
  return { best: detectLanguage(logits, config, []), given };
}

/** The token that selects a language; the first of several (`zh` before `yue`). Undefined if the model lacks it. */
export function languageToken(config: WhisperConfig, language: string): number | undefined {
  for (const [token, code] of config.languages) if (code === language) return token;
  return undefined;
}
