import SearchableMap from 'minisearch/SearchableMap';
import { askedWords, joinedWords, searchedForm } from './joined-words.ts';
import { wordTokens } from './word-tokens.ts';

/** Texts of a recording, by how much a word in them counts. */
export interface IndexedTexts {
  name: string;
  labels: string;
  /** Speakers and notes. */
  notes: string;
  /** What is said. */
  text: string;
}

/** How words are looked for. */
export interface WordSearch {
  /** Whether longer words that begin with this one count. */
  isPrefix: (word: string) => boolean;
  /** Letters that may differ, of each letter of the word. */
  mistakes: (word: string) => number;
}

export interface FoundTexts {
  id: string;
  /** The more the better. */
  score: number;
}

/** A word of one recording: its number, and how often and where the word is there. */
type Posting = number;

const BITS = 6;
/** More often counts as often: the sum hardly grows with the next one. */
const MOST_OFTEN = 7;
/** A word there counts as much as so many rare ones of a text, and is this bit of the posting. */
const PLACES = { name: { bit: 8, boost: 4 }, labels: { bit: 16, boost: 3 }, notes: { bit: 32, boost: 2 } };
/** Okapi BM25: how soon the frequency of a word saturates, and how much long texts lose by their length. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.7;
/** What a word that only begins like the one that was asked for counts, and one with mistakes. */
const BEGINNING = 0.4;
const MISTAKEN = 0.45;
const MOST_MISTAKES = 6;
/** Up to here a list has no room for more. */
const FEW = 16;
/** Recordings that were replaced or deleted are dropped from the index once there are so many, and a share of the others. */
const LEAST_DROPPED = 100;
const DROPPED_SHARE = 0.25;

/** A small number for each pair of word and recording: MiniSearch's own index takes four times as much memory. */
export class InvertedIndex {
  #words = new SearchableMap<Posting[]>();
  /** Ids of the texts by number; null for one that was replaced or removed. */
  #ids: (string | null)[] = [];
  #numbers = new Map<string, number>();
  /** Words of each text, by number. */
  #lengths: number[] = [];
  /** Words of all texts that are there. */
  #length = 0;

  /** Enters a recording, in place of what was there of it. */
  set(id: string, texts: IndexedTexts): void {
    this.delete(id);
    const number = this.#ids.push(id) - 1;
    this.#numbers.set(id, number);
    const [said, length] = countWords(texts.text);
    this.#lengths.push(length);
    this.#length += length;
    const postings = new Map([...said].map(([word, count]) => [word, Math.min(count, MOST_OFTEN)]));
    for (const place of ['name', 'labels', 'notes'] as const)
      for (const word of countWords(texts[place])[0].keys())
        postings.set(word, (postings.get(word) ?? 0) + PLACES[place].bit);
    for (const [word, posting] of postings) this.#add(word, (number << BITS) + posting);
    this.#compact();
  }

  /** Lets go of the room that lists have for more recordings. */
  trim(): void {
    for (const [word, postings] of this.#words)
      if (postings.length > FEW) this.#words.set(word, [...postings]);
  }

  delete(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#numbers.delete(id);
    this.#ids[number] = null;
    this.#length -= this.#lengths[number] ?? 0;
  }

  /** The best first, with the words of the index that represent those that were asked for. */
  search(text: string, how: WordSearch): { found: FoundTexts[]; words: Set<string> } {
    const words = new Set<string>();
    let scores: Map<number, number> | null = null;
    for (const { word: asked, others } of askedWords(text)) {
      const own = new Map<number, number>();
      for (const [word, postings, share] of this.#standing(asked, others, how)) {
        words.add(word);
        for (const [number, score] of this.#scored(postings)) {
          const isFound: boolean = scores === null || scores.has(number);
          if (isFound) own.set(number, (own.get(number) ?? scores?.get(number) ?? 0) + share * score);
        }
      }
      scores = own;
    }
    const found = [...(scores ?? [])].flatMap(([number, score]) => {
      const id = this.#ids[number];
      return id ? [{ id, score }] : [];
    });
    return { found: found.sort((one, other) => other.score - one.score), words };
  }

  #add(word: string, posting: Posting): void {
    const postings = this.#words.get(word) ?? [];
    // An array that grows has room for sixteen more, and most words are rare.
    if (postings.length >= FEW) postings.push(posting);
    else this.#words.set(word, [...postings, posting]);
  }

  /** The same, also those that it is a part of. */
  *#standing(
    asked: string,
    others: readonly string[],
    how: WordSearch,
  ): Generator<[string, Posting[], number]> {
    yield* this.#alike(asked, how);
    for (const other of others) {
      const postings = this.#words.get(other);
      if (postings) yield [other, postings, 1];
    }
  }

  /** Words that represent the one that was asked for, with the share that each counts. */
  *#alike(asked: string, { isPrefix, mistakes }: WordSearch): Generator<[string, Posting[], number]> {
    const most = Math.min(Math.round(asked.length * mistakes(asked)), MOST_MISTAKES);
    const seen = new Set<string>();
    const beginning = isPrefix(asked) ? this.#words.atPrefix(asked) : null;
    if (!beginning) {
      const postings = this.#words.get(asked);
      if (postings) {
        seen.add(asked);
        yield [asked, postings, 1];
      }
    }
    for (const [word, postings] of beginning ?? []) {
      seen.add(word);
      yield [word, postings, word === asked ? 1 : (BEGINNING * asked.length) / word.length];
    }
    if (most === 0) return;
    for (const [word, [postings, distance]] of this.#words.fuzzyGet(asked, most))
      if (!seen.has(word)) yield [word, postings, (MISTAKEN * asked.length) / (asked.length + distance)];
  }

  *#scored(postings: readonly Posting[]): Generator<[number, number]> {
    const count = this.#numbers.size;
    const mean = this.#length / Math.max(count, 1);
    const rarity = Math.log(1 + (count - postings.length + 0.5) / (Math.min(postings.length, count) + 0.5));
    for (const posting of postings) {
      const number = posting >> BITS;
      if (this.#ids[number] === null) continue;
      const often = posting & MOST_OFTEN;
      const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * (this.#lengths[number] ?? 0)) / Math.max(mean, 1);
      let weight = (often * (1 + SATURATION)) / (often + SATURATION * length);
      for (const { bit, boost } of Object.values(PLACES)) if (posting & bit) weight += boost;
      yield [number, Math.max(rarity, 0.01) * weight];
    }
  }

  /** Lets go of what was replaced and removed, once it is much. */
  #compact(): void {
    const dropped = this.#ids.length - this.#numbers.size;
    if (dropped < LEAST_DROPPED || dropped < DROPPED_SHARE * this.#numbers.size) return;
    const renumbered = new Map<number, number>();
    for (const [number, id] of this.#ids.entries()) if (id !== null) renumbered.set(number, renumbered.size);
    for (const [word, postings] of [...this.#words]) {
      const kept = postings.flatMap((posting) => {
        const number = renumbered.get(posting >> BITS);
        return number === undefined ? [] : (number << BITS) + (posting & ((1 << BITS) - 1));
      });
      if (kept.length > 0) this.#words.set(word, kept);
      else this.#words.delete(word);
    }
    this.#lengths = this.#lengths.filter((_, number) => this.#ids[number] !== null);
    this.#ids = this.#ids.filter((id) => id !== null);
    this.#numbers = new Map(this.#ids.flatMap((id, number) => (id === null ? [] : [[id, number]])));
  }
}

/** The folded words of a text with their numbers, also as one where they are written so, and how many it has in all. */
function countWords(text: string): [Map<string, number>, number] {
  const counts = new Map<string, number>();
  let length = 0;
  for (const token of wordTokens(text)) {
    const word = searchedForm(token);
    if (!word) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    length += 1;
  }
  for (const joined of joinedWords(text)) {
    const word = searchedForm(joined.word);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [counts, length];
}
