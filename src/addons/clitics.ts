/** A word between what leans on it: French and Italian elided words before, an English possessive after. */
export interface Clitics {
  /** "l'", "d'", "dell'"; empty where there is none. */
  prefix: string;
  base: string;
  /** "'s" or "'"; empty where there is none. */
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

/** Takes clitics off a word in lower case, with plain apostrophes. */
export function clitics(word: string): Clitics {
  const prefix = ELIDED.exec(word)?.[0] ?? '';
  const rest = word.slice(prefix.length);
  const suffix = POSSESSIVE.exec(rest)?.[0] ?? '';
  const base = rest.slice(0, rest.length - suffix.length);
  return CONTRACTED.has(base) ? { prefix, base: rest, suffix: '' } : { prefix, base, suffix };
}
