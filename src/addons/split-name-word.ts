import { splitClitics } from './split-clitics.ts';
import { plainMarks, splitWord } from './split-word.ts';

/** A word that may be part of a name, split so that `before + name + after` is the word. */
export interface NameWord {
  before: string;
  /** The name as it is written; empty if it has no letters. */
  name: string;
  after: string;
  /** Whether it starts like a name: with a capital, if its script has any. */
  isCapital: boolean;
}

export function splitNameWord(word: string): NameWord {
  const { space, before, core, after } = splitWord(word);
  const { prefix, suffix } = splitClitics(plainMarks(core).toLowerCase());
  // Composed marks may be shorter than the original.
  const fits = plainMarks(core).length === core.length;
  const from = fits ? prefix.length : 0;
  const to = core.length - (fits ? suffix.length : 0);
  const name = core.slice(from, to);
  return {
    before: space + before + core.slice(0, from),
    name,
    after: core.slice(to) + after,
    isCapital: /^(?:\p{Lu}|\p{Lt}|\p{Lo})/u.test(name),
  };
}
