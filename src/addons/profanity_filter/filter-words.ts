import type { Utterance, Word } from '../../contract/transcripts/utterance.ts';
import type { FilteredWord, ProfanityFilterConfig } from './schema.ts';
import { strongWords } from './strong-words.ts';

/** What precedes a word, the word, and what follows it. */
const PARTS = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su;

interface Split {
  before: string;
  plain: string;
  after: string;
}

function split(word: string): Split {
  const [, before = '', plain = '', after = ''] = PARTS.exec(word) ?? [];
  return { before, plain, after };
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('’', "'");

/** Words of one entry, each of which a word of the text must be; `*` at the end is any ending. */
type Entry = readonly ((plain: string) => boolean)[];

const entryOf = (text: string): Entry =>
  folded(text)
    .split(/\s+/u)
    .map((piece) => {
      const plain = split(piece).plain;
      return piece.endsWith('*') ? (word) => word.startsWith(plain) : (word) => word === plain;
    });

/** The masked, removed or replaced words of a transcript's utterances. */
export interface FilteredUtterances {
  utterances: Utterance[];
  /** In order of time. */
  filtered: FilteredWord[];
}

/** Filters whole words by the list of each utterance's language and the person's own; utterances that lose all words are gone. */
export function filterWords(
  utterances: readonly Utterance[],
  config: ProfanityFilterConfig,
): FilteredUtterances {
  const own = config.words.map(entryOf).sort((a, b) => b.length - a.length);
  const filtered: FilteredWord[] = [];
  const kept = utterances.flatMap((utterance) => {
    const listed = config.built_in ? strongWords(utterance.language) : new Set<string>();
    const words: Word[] = [];
    const plain = utterance.words.map(({ word }) => folded(split(word).plain));
    for (let at = 0; at < plain.length; ) {
      const count = matchedAt(plain, at, own) || Number(listed.has(plain[at] ?? ''));
      const found = utterance.words.slice(at, at + Math.max(count, 1));
      at += found.length;
      const written = count === 0 ? found : write(found, config, words);
      words.push(...written);
      const [first, last] = [found[0], found.at(-1)];
      if (count === 0 || !first || !last) continue;
      const text = config.method === 'remove' ? '' : written.map(({ word }) => word).join('');
      filtered.push({ text: text.trim(), start: first.start, end: last.end });
    }
    return spokenAgain(utterance, words);
  });
  return { utterances: kept, filtered: filtered.sort((a, b) => a.start - b.start) };
}

/** Number of words that the longest entry covers from a place on; 0 if none begins there. */
function matchedAt(plain: readonly string[], at: number, entries: readonly Entry[]): number {
  const entry = entries.find((pieces) => pieces.every((matches, index) => matches(plain[at + index] ?? '')));
  return entry?.length ?? 0;
}

/** @param before the words so far: the last one takes the punctuation of a removed one */
function write(
  found: readonly Word[],
  { method, replacement = '' }: ProfanityFilterConfig,
  before: Word[],
): Word[] {
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return [];
  if (method === 'mask') return found.map((word) => ({ ...word, word: masked(word.word) }));
  const { after } = split(last.word);
  if (method === 'replace') {
    return [{ ...first, end: last.end, word: split(first.word).before + replacement + after }];
  }
  const previous = before.at(-1);
  const mark = /^[.!?…。！？]/u.test(after) ? after : '';
  if (previous && mark !== '' && split(previous.word).after === '') {
    before[before.length - 1] = { ...previous, word: previous.word + mark };
  }
  return [];
}

/** "f***": the first letter is left. */
function masked(word: string): string {
  const { before, plain, after } = split(word);
  const [initial = '', ...rest] = plain;
  return (
    before +
    initial +
    rest.map((letter) => (/[\p{L}\p{N}\p{M}]/u.test(letter) ? '*' : letter)).join('') +
    after
  );
}

function spokenAgain(utterance: Utterance, words: Word[]): Utterance[] {
  const [first] = words;
  const last = words.at(-1);
  if (utterance.words.length === 0) return [utterance];
  if (!first || !last) return [];
  const text = words
    .map(({ word }) => word)
    .join('')
    .trim();
  const isSame = words.length === utterance.words.length;
  return [
    isSame ? { ...utterance, words, text } : { ...utterance, words, text, start: first.start, end: last.end },
  ];
}
