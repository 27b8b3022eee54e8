import { madeOnce } from '../../../../lib/made-once.ts';

/** Softmax sharpness: the guesser's scores are close together. */
const SHARPNESS = 10;

/** The guesser with its table of n-grams, which is read once. */
const loadedTable = madeOnce(async () => {
  const { eld } = await import('eld');
  // The type is that of all entries of the package.
  if (!('load' in eld)) throw new Error('This entry of eld cannot load a table.');
  await eld.load('extrasmall');
  return eld;
});

interface LanguageGuess {
  language: string;
  /** Share among the candidates, 0 to 1. */
  confidence: number;
}

/**
 * The likeliest of some languages of a text (character n-grams, package `eld`); null if it is too short, or for none.
 */
export async function guessLanguage(
  text: string,
  candidates: readonly string[],
): Promise<LanguageGuess | null> {
  const eld = await loadedTable();
  const scores = eld.detect(text).getScores();
  const weights = candidates.map((language) => {
    const score = scores[language] ?? 0;
    return { language, weight: score > 0 ? Math.exp(SHARPNESS * score) : 0 };
  });
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const best = weights.toSorted((a, b) => b.weight - a.weight)[0];
  if (!best || total === 0) return null;
  return { language: best.language, confidence: best.weight / total };
}
