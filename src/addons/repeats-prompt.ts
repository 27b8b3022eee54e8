import { comparableWords } from './comparable-words.ts';

/** So many words in a row are no coincidence. */
const TELLING_WORDS = 6;

/**
 * Whether a model wrote its instructions down instead of following them: six words of them in a row that were not said in the text. Small
 * models do.
 */
export function repeatsPrompt(written: string, instructions: string, text: string): boolean {
  const runs = (of: string): Set<string> => {
    const words = comparableWords(of);
    return new Set(
      words.slice(TELLING_WORDS - 1).map((_, at) => words.slice(at, at + TELLING_WORDS).join(' ')),
    );
  };
  const told = runs(instructions);
  const said = runs(text);
  return [...runs(written)].some((run) => told.has(run) && !said.has(run));
}
