/** A word and its clitics: French and Italian elided words before it, an English possessive after it. */
export interface Clitics {
  /** "l'", "d'", "dell'"; empty if there is none. */
  prefix: string;
  base: string;
  /** "'s" or "'"; empty if there is none. */
  suffix: string;
}

const ELIDED =
  /^(?:[ldjmtsnc]|qu|jusqu|lorsqu|puisqu|quoiqu|un|gl|all|dall|dell|nell|sull|coll|quest|quell)'(?=.)/u;
const POSSESSIVE = /(?<=\p{L}s)'$|(?<=[\p{L}\p{N}])'s$/u;

/** Words after which "'s" is a verb. */
const CONTRACTED = new Set(
  'he she it that this what who where when how why there here let one everyone everybody someone somebody everything something nothing nobody'.split(
    ' ',
  ),
);

/** Separates the clitics from a word in lower case with plain apostrophes. */
export function splitClitics(word: string): Clitics {
  const prefix = ELIDED.exec(word)?.[0] ?? '';
  const rest = word.slice(prefix.length);
  const suffix = POSSESSIVE.exec(rest)?.[0] ?? '';
  const base = rest.slice(0, rest.length - suffix.length);
  return CONTRACTED.has(base) ? { prefix, base: rest, suffix: '' } : { prefix, base, suffix };
}
