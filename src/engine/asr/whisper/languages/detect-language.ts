import { logSumExp } from '../../../decoding/token-probabilities.ts';
import type { TranscribeOptions } from '../../asr-engine.ts';
import type { WhisperConfig } from '../whisper-config.ts';

export interface DetectedLanguage {
  /** Transcription language code. */
  language: string;
  /** Among the allowed languages, 0 to 1. */
  confidence: number;
}

export type LanguageWishes = Pick<TranscribeOptions, 'languages' | 'likely'>;

/** Natural logarithm of the probability of each language, by code; empty for an English-only model. */
export type LanguageScores = ReadonlyMap<string, number>;

/** How much likelier the languages of the person are, natural logarithm; chosen on the development corpus (docs/journal.md). */
const LIKELIER = 1.5;

/** From the logits after the start token. Tokens that map to the same API language (`zh` and `yue`) are added up. */
export function languageScores(logits: Float32Array, { languages }: WhisperConfig): LanguageScores {
  const total = logSumExp(Float32Array.from(languages.keys(), (token) => logits[token] ?? 0));
  const scores = new Map<string, number>();
  for (const [token, language] of languages) {
    const others = scores.get(language) ?? Number.NEGATIVE_INFINITY;
    scores.set(language, logSumExp(Float32Array.of(others, (logits[token] ?? 0) - total)));
  }
  return scores;
}

/** A language with the natural logarithm of its probability among those that may be spoken. */
export interface RankedLanguage {
  language: string;
  score: number;
}

/** The languages that may be spoken, the likeliest first; allowed ones that the model lacks count as none. */
export function rankLanguages(
  scores: LanguageScores,
  { languages: allowed, likely = [] }: LanguageWishes,
): RankedLanguage[] {
  const some = [...scores].filter(([language]) => allowed.includes(language));
  const scored = (some.length > 0 ? some : [...scores]).map(([language, score]) => ({
    language,
    score: score + (likely.includes(language) ? LIKELIER : 0),
  }));
  const total = logSumExp(Float32Array.from(scored, ({ score }) => score));
  return scored
    .map(({ language, score }) => ({ language, score: score - total }))
    .toSorted((a, b) => b.score - a.score);
}

/** The likeliest of them. */
export function detectLanguage(scores: LanguageScores, wishes: LanguageWishes): DetectedLanguage {
  const [best] = rankLanguages(scores, wishes);
  return { language: best?.language ?? 'en', confidence: best ? Math.exp(best.score) : 0 };
}

/** What one recognition says about its language. */
export interface LanguageEvidence {
  /** The likeliest of all languages, with its probability. */
  best: DetectedLanguage;
  /** Probability of the language that the text is written in. */
  given: number;
}

/** The same scores as evidence for or against a language. */
export function languageEvidence(scores: LanguageScores, language: string): LanguageEvidence {
  if (scores.size === 0) return { best: { language, confidence: 1 }, given: 1 };
  const given = Math.exp(scores.get(language) ?? Number.NEGATIVE_INFINITY);
  return { best: detectLanguage(scores, { languages: [] }), given };
}

/** The token that selects a language; the first of several (`zh` before `yue`). Undefined if the model lacks it. */
export function languageToken(config: WhisperConfig, language: string): number | undefined {
  for (const [token, code] of config.languages) if (code === language) return token;
  return undefined;
}
