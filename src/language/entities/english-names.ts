import nlp from 'compromise/two';
import { eng } from 'stopword';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { memoised } from '../../lib/memoised.ts';
import { withWords, wordClass } from '../cues/cues.ts';
import type { WordSpan } from './found-entity.ts';
import { typeOfLabel } from './label-types.ts';

/** Tags of the library. */
const KINDS = ['Person', 'Place', 'Organization', 'Demonym'] as const;
type Kind = (typeof KINDS)[number];
const PLACES = ['City', 'Country', 'Region'];

/** Entity types found here. */
export const ENGLISH_NAME_TYPES = [...KINDS, ...PLACES].flatMap((tag) => typeOfLabel(tag) ?? []);

/** A word as the library describes it. */
interface Term {
  text: string;
  /** What is between it and the next one. */
  post: string;
  tags: string[];
  offset: { start: number; length: number };
}

interface NameTerms {
  kind: Kind;
  own: Term[];
}

/** Companies that the library does not know, and rules would take for people behind "this is". */
const COMPANIES = Object.fromEntries([...wordClass('company')].map((name) => [name, 'Organization']));

/** Things: the library takes any initials for an organisation. */
const INITIALS = wordClass('no company');

/** "a Victorian house": a word before a thing that says of what kind it is. */
const OF_KIND = withWords('(?:<kind ending>|^<word for a kind>)$', 'iu');
/** "the Atlantic ocean" has no other name. */
const NAMED_BY_KIND = withWords('^<named by kind>$');

/** Towns that the library takes for regions. */
const TOWNS = wordClass('town, no region');

const isLower = ({ text }: Term): boolean => /^\p{Ll}/u.test(text);

/** Names of people, places, organisations and origins in an English utterance, by words and grammar. */
export function findEnglishNames({ words }: Pick<Utterance, 'words'>, utterance: number): WordSpan[] {
  if (!mayHaveNames(words)) return [];
  const text = words.map(({ word }) => word).join('');
  let end = 0;
  const ends = words.map(({ word }) => (end += word.length));
  const wordAt = (place: number) => ends.findIndex((own) => place < own);
  return namesOf(text).flatMap(({ kind, own: all }): WordSpan[] => {
    const own = kind === 'Place' && /\p{Lu}\p{Ll}/u.test(text) ? placeOf(all) : all;
    const [first] = own;
    const last = own.at(-1);
    if (!first || !last || (kind === 'Organization' && isNoCompany(own))) return [];
    const from = wordAt(first.offset.start);
    const to = wordAt(last.offset.start + Math.max(last.offset.length - 1, 0));
    return from < 0 || to < from ? [] : [{ type: typeOf(kind, own), utterance, from, to: to + 1 }];
  });
}

/** "CDs", and "Olive oil is healthy": a capital where a sentence begins, and ordinary words. */
function isNoCompany([first, ...rest]: readonly Term[]): boolean {
  const text = first?.text ?? '';
  return rest.length === 0
    ? /^[A-Z\d]+s?$/.test(text) && INITIALS.has(text.replace(/s$/, '').toLowerCase())
    : /^\p{Lu}/u.test(text) && rest.every(isLower);
}

/** "Hyde park", but nothing of "a Victorian house" or "her Achilles tendon": where places have capitals, none is a noun alone. */
function placeOf(own: readonly Term[]): readonly Term[] {
  const [first, ...rest] = own;
  if (!first || own.some(({ tags }) => tags.some((tag) => PLACES.includes(tag)))) return own;
  if (own.every((term) => isLower(term) && !term.tags.includes('ProperNoun'))) return [];
  const isKind = OF_KIND.test(first.text) && !NAMED_BY_KIND.test(rest.at(-1)?.text ?? '');
  return rest.some(isLower) && isKind ? [] : own;
}

/** Placeholders of an earlier redaction. */
const MARKER = /\[[A-Z_]+_\d+\]/;
const NEVER_NAMES: ReadonlySet<string> = new Set(eng);

/**
 * False if all capitalised words are common sentence starts ("I", "The"): parsing is slow, and most utterances name
 * nobody. Without any capital there is nothing to go by.
 */
function mayHaveNames(words: Utterance['words']): boolean {
  const unmarked = words.filter(({ word }) => !MARKER.test(word));
  const capitalised = unmarked.flatMap(({ word }) => /^\P{L}*(\p{Lu}[\p{L}\p{M}]*)/u.exec(word)?.[1] ?? []);
  return capitalised.length === 0 || capitalised.some((word) => !NEVER_NAMES.has(word.toLowerCase()));
}

/** Some hours of utterances: the add-ons of a job read the same ones, one after the other. */
const namesOf = memoised((text: string) => groups(termsOf(text)));

const FIELDS = { offset: true, terms: { text: true, whitespace: true, tags: true, offset: true } };
const termsOf = (text: string): Term[] =>
  (nlp(text, COMPANIES).json(FIELDS) as { terms: Term[] }[]).flatMap(({ terms }) => terms);

/** Consecutive terms of one kind without a mark in between. */
function groups(terms: readonly Term[]): NameTerms[] {
  const found: NameTerms[] = [];
  let open: NameTerms | null = null;
  for (const term of terms) {
    const kind = kindOf(term);
    if (open && kind === open.kind) open.own.push(term);
    else open = kind ? { kind, own: [term] } : null;
    if (open?.own.length === 1) found.push(open);
    // "Dr." and "J." do not end a name.
    const isShort = /Honorific|Abbreviation|Acronym/.test(term.tags.join());
    if (/[.,;:!?)]/.test(term.post) && !isShort) open = null;
  }
  return found;
}

const kindOf = ({ tags, text }: Term): Kind | undefined =>
  tags.includes('Pronoun') || !/\p{L}/u.test(text) ? undefined : KINDS.find((kind) => tags.includes(kind));

function typeOf(kind: Kind, own: readonly Term[]): PiiEntityType {
  const isTown = own.every(({ text }) => TOWNS.has(text.toLowerCase()));
  const place = isTown ? 'City' : PLACES.find((tag) => own.every(({ tags }) => tags.includes(tag)));
  return typeOfLabel((kind === 'Place' && place) || kind) ?? 'NAME';
}
