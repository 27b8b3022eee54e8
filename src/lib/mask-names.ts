/** Replaces each word of a forgotten name. */
export const NAME_MASK = '[…]';

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
const BEFORE = '(?<![\\p{L}\\p{N}\\p{M}])';
const BEHIND = '(?![\\p{L}\\p{N}\\p{M}])';
const GAP = /\s+/u;

/** The spellings by which texts may name a person: the whole name, then its parts of three letters and more. */
export function spellingsOf(name: string): string[] {
  const parts = name.trim().split(GAP);
  return [...new Set([parts.join(' '), ...parts.filter((part) => part.length > 2)])].filter(
    (one) => one !== '',
  );
}

/** One word as it is written, since "Will" is a name and "will" is none; several in any case. */
function patternOf(spelling: string): string {
  const words = spelling.normalize('NFC').trim().split(GAP).map(escaped);
  const letters = (word: string) =>
    words.length === 1
      ? word
      : [...word]
          .map((one) =>
            one.toLowerCase() === one.toUpperCase() ? one : `[${one.toLowerCase()}${one.toUpperCase()}]`,
          )
          .join('');
  return `${BEFORE}${words.map(letters).join('\\s+')}${BEHIND}`;
}

/** Finds names in texts, and masks them. Longer spellings first. */
export class NameMask {
  readonly #pattern: RegExp;
  /** Places masked so far. */
  count = 0;

  constructor(spellings: readonly string[]) {
    const sorted = [...spellings].sort((one, other) => other.length - one.length);
    this.#pattern = new RegExp(sorted.map(patternOf).join('|') || '(?!)', 'gu');
  }

  text(text: string): string {
    return text.normalize('NFC').replaceAll(this.#pattern, (found) => {
      this.count += 1;
      return found.replaceAll(/\S+/gu, NAME_MASK);
    });
  }

  /** A JSON value whose strings have no names any more; the same value where it had none. Words in a row are read as one text. */
  value<T>(value: T): T;
  value(value: unknown): unknown {
    if (typeof value === 'string') {
      const masked = this.text(value);
      return masked === value.normalize('NFC') ? value : masked;
    }
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value.every(isWord) ? this.#words(value) : value;
      const masked = items.map((item) => this.value(item));
      return masked.every((item, index) => item === value[index]) ? value : masked;
    }
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value;
    const entries = Object.entries(value).map(([key, one]) => [key, this.value(one)] as const);
    return entries.every(([key, one]) => one === Reflect.get(value, key))
      ? value
      : Object.fromEntries(entries);
  }

  /** Masks names of several words, of which each is an object of its own. */
  #words(words: readonly Word[]): readonly Word[] {
    const starts: number[] = [];
    let text = '';
    for (const { word } of words) {
      starts.push(text.length);
      text += `${word.normalize('NFC').trim()} `;
    }
    const masked = new Map<number, string>();
    for (const { 0: found, index: at } of text.matchAll(this.#pattern)) {
      if (!GAP.test(found)) continue;
      this.count += 1;
      for (const part of found.matchAll(/\S+/gu)) {
        const place = at + part.index;
        const number = starts.findLastIndex((start) => start <= place);
        const word = masked.get(number) ?? words[number]?.word.normalize('NFC') ?? '';
        masked.set(number, word.replace(part[0], NAME_MASK));
      }
    }
    return masked.size === 0
      ? words
      : words.map((one, number) => ({ ...one, word: masked.get(number) ?? one.word }));
  }
}

interface Word {
  word: string;
}

const isWord = (item: unknown): item is Word =>
  typeof item === 'object' && item !== null && 'word' in item && typeof item.word === 'string';
