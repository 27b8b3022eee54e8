import { comparableWords } from './comparable-words.ts';
import { wordRuns } from './word-runs.ts';

/** Whether a model wrote six words of its instructions in a row that the text does not have, as small models do. */
export function repeatsPrompt(written: string, instructions: string, text: string): boolean {
  const runs = (of: string) => new Set(wordRuns(comparableWords(of)));
  const prompted = runs(instructions);
  const said = runs(text);
  return [...runs(written)].some((run) => prompted.has(run) && !said.has(run));
}
