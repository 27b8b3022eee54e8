import nlp from 'compromise/two';
import { LRUCache } from 'lru-cache';
import { eng } from 'stopword';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { z } from '../../lib/zod.ts';
import { withWords, wordClass } from '../cues/cues.ts';
import type { WordSpan } from './word-span.ts';

/** Entity types found here. */
export const ENGLISH_NAME_TYPES: readonly PiiEntityType[] = [
  'NAME',
  'LOCATION',
  'LOCATION_CITY',
  'LOCATION_COUNTRY',
  'LOCATION_STATE',
  'ORGANIZATION',
  'ORIGIN',
];

const parsed = z.array(
  z.object({
    terms: z.array(
      z.object({
        text: z.string(),
        post: z.string(),
        tags: z.array(z.string()),
        offset: z.object({ start: z.int(), length: z.int() }),
      }),
    ),
  }),
);

type Term = z.infer<typeof parsed>[number]['terms'][number];
type Kind = 'Person' | 'Place' | 'Organization' | 'Demonym';

interface NameTerms {
  kind: Kind;
  own: Term[];
}

const KINDS: readonly Kind[] = ['Person', 'Place', 'Organization', 'Demonym'];
const PLACES: Readonly<Record<string, PiiEntityType>> = {
  City: 'LOCATION_CITY',
  Country: 'LOCATION_COUNTRY',
  Region: 'LOCATION_STATE',
};

/** Companies that the library does not know, and rules would take for people behind "this is". */
const COMPANIES = Object.fromEntries([...wordClass('company')].map((name) => [name, 'Organization']));

/** Things: the library takes any initials for an organisation. */
const INITIALS = wordClass('no company');

/** "a Victorian house": a word before a thing that says of what kind it is. */
const OF_KIND = /(?:ian|ean|esque|ic|ish|que|^roman|^norman)$/i;
/** "the Atlantic ocean" has no other name. */
const NAMED_BY_KIND = withWords('^<named by kind>$');

/** Towns that the library takes for regions. */
const TOWN = /^(?:leeds|coventry)$/i;

/** Names of people, places, organisations and origins in an English utterance, by words and grammar. */
export function findEnglishNames({ words }: Pick<Utterance, 'words'>, utterance: number): WordSpan[] {
  if (!mayHaveNames(words)) return [];
  const ends: number[] = [];
  let text = '';
  for (const { word } of words) {
    text += word;
    ends.push(text.length);
  }
  const wordAt = (place: number) => ends.findIndex((end) => place < end);
  return namesOf.memo(text).flatMap(({ kind, own: all }): WordSpan[] => {
    const own = kind === 'Place' && /\p{Lu}\p{Ll}/u.test(text) ? placeOf(all) : all;
    const first = own[0];
    const last = own.at(-1);
    if (!first || !last || (kind === 'Organization' && isNoCompany(own))) return [];
    const from = wordAt(first.offset.start);
    const to = wordAt(last.offset.start + Math.max(last.offset.length - 1, 0));
    return from < 0 || to < from ? [] : [{ type: typeOf(kind, own), utterance, from, to: to + 1 }];
  });
}

/** "Olive oil is healthy": a capital where a sentence begins, and ordinary words. */
const isWordAndNoun = ([first, ...rest]: readonly Term[]): boolean =>
  /^\p{Lu}/u.test(first?.text ?? '') && rest.length > 0 && rest.every(({ text }) => /^\p{Ll}/u.test(text));

const isInitials = (text: string): boolean =>
  /^[A-Z\d]+s?$/.test(text) && INITIALS.has(text.replace(/s$/, '').toLowerCase());

const isNoCompany = (own: readonly Term[]): boolean =>
  isWordAndNoun(own) || (own.length === 1 && isInitials(own[0]?.text ?? ''));

/** "Hyde park", but nothing of "a Victorian house" or "her Achilles tendon": where places have capitals, none is a noun alone. */
function placeOf(own: readonly Term[]): readonly Term[] {
  const [first, ...rest] = own;
  const isLower = (term: Term | undefined) => /^\p{Ll}/u.test(term?.text ?? '');
  const isKnown = own.some(({ tags }) => Object.keys(PLACES).some((tag) => tags.includes(tag)));
  if (isKnown || first === undefined) return own;
  if ([first, ...rest].every((term) => isLower(term) && !term.tags.includes('ProperNoun'))) return [];
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
const namesOf = new LRUCache<string, NameTerms[]>({
  max: 5000,
  memoMethod: (text) => groups(termsOf(text)),
});

const termsOf = (text: string): Term[] =>
  parsed
    .parse(
      nlp(text, COMPANIES).json({
        offset: true,
        terms: { text: true, whitespace: true, tags: true, offset: true },
      }),
    )
    .flatMap((sentence) => sentence.terms);

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
    const isClosed =
      /[,;:!?)]|[.]/.test(term.post) && !/Honorific|Abbreviation|Acronym/.test(term.tags.join());
    if (isClosed) open = null;
  }
  return found;
}

function kindOf({ tags, text }: Term): Kind | undefined {
  if (tags.includes('Pronoun') || !/\p{L}/u.test(text)) return undefined;
  return KINDS.find((kind) => tags.includes(kind));
}

function typeOf(kind: Kind, own: readonly Term[]): PiiEntityType {
  if (kind === 'Person') return 'NAME';
  if (kind === 'Organization') return 'ORGANIZATION';
  if (kind === 'Demonym') return 'ORIGIN';
  if (own.every(({ text }) => TOWN.test(text))) return 'LOCATION_CITY';
  const place = Object.keys(PLACES).find((tag) => own.every(({ tags }) => tags.includes(tag)));
  return PLACES[place ?? ''] ?? 'LOCATION';
}
