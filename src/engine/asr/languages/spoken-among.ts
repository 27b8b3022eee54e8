/** Together, less than this says that none of the languages to choose from is spoken. */
const LEAST_SHARE = 0.5;

/**
 * The languages to choose from, if it is likely that one of them is spoken; otherwise none, which stands for all.
 *
 * @param shareOf probability of a language among all, 0 to 1
 */
export const spokenAmong = (
  some: readonly string[],
  shareOf: (language: string) => number,
): readonly string[] =>
  some.reduce((sum, language) => sum + shareOf(language), 0) < LEAST_SHARE ? [] : some;
