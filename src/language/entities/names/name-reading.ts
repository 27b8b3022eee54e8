import type { NameKind } from './name-kinds.ts';
import type { NameToken } from './name-tokens.ts';

/** Places of a name in an utterance's tokens; `to` is exclusive. */
export interface NameRange {
  from: number;
  to: number;
  /** It follows "Dr" or "nurse". */
  isMedical?: true;
}

export interface NameReading {
  language: string;
  tokens: readonly NameToken[];
  kinds: readonly NameKind[];
  /** Whether people are called so. */
  given: readonly boolean[];
  /** Whether it is the name of something else, or said daily: "Netflix", "Paris", "Belge". */
  things: readonly boolean[];
  /** Whether names have capitals here. */
  cased: boolean;
  /** Whether the ordinary words of the language are known. */
  hasDictionary: boolean;
}
