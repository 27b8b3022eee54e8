import {
  ara,
  bul,
  cat,
  ces,
  dan,
  deu,
  ell,
  eng,
  fin,
  fra,
  heb,
  hin,
  hun,
  ind,
  ita,
  nld,
  nob,
  pol,
  por,
  ron,
  rus,
  slk,
  spa,
  swe,
  tur,
  ukr,
  vie,
} from 'stopword';
import { EVERYDAY_WORDS } from './everyday-words.ts';

const LISTS: Readonly<Record<string, readonly string[]>> = {
  ar: ara,
  bg: bul,
  ca: cat,
  cs: ces,
  da: dan,
  de: deu,
  el: ell,
  en: eng,
  es: spa,
  fi: fin,
  fr: fra,
  he: heb,
  hi: hin,
  hu: hun,
  id: ind,
  it: ita,
  nl: nld,
  no: nob,
  pl: pol,
  pt: por,
  ro: ron,
  ru: rus,
  sk: slk,
  sv: swe,
  tr: tur,
  uk: ukr,
  vi: vie,
};

/** Words of a language in lower case; none where they are not known. */
export interface CommonWords {
  /** Articles, prepositions, pronouns: in every sentence. */
  function: ReadonlySet<string>;
  everyday: ReadonlySet<string>;
}

export const commonWords = (language: string): CommonWords => ({
  function: new Set(LISTS[language] ?? []),
  everyday: new Set((EVERYDAY_WORDS[language] ?? '').split(/\s+/u).filter((word) => word !== '')),
});
