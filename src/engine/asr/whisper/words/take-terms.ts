import { soundSimilarity } from '../../../sounds/sound-distance.ts';
import { isLatin, joinSounds, type Speller, spellerOf } from '../../../sounds/speller.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import { alignInTime, plainWord } from '../../fusion/align-in-time.ts';

/** Words that sound less alike than this were not recognised as one another. */
const LEAST_ALIKE = 0.5;
/** In scripts whose sounds are not known, what is taken must at least be this sure. */
const LEAST_CONFIDENCE = 0.5;
/** More words than this are no single term. */
const MOST_WORDS = 8;

/** A term: its words as they are compared, and its sounds. */
interface Term {
  letters: string;
  sounds: string;
}

/** Letters and sounds of the terms; sounds are empty in scripts that nothing here can read. */
export class SpokenTerms {
  readonly #spell: Speller | null;
  readonly #terms: Term[];

  /** @param language transcription language code */
  constructor(texts: readonly string[], language: string) {
    this.#spell = isLatin(texts.join(' ')) ? spellerOf(language, null) : null;
    this.#terms = texts.map((text) => ({
      letters: plainWord(text),
      sounds: this.#soundsOf(text.split(/\s+/u)),
    }));
  }

  /** Whether a text recognised without the terms may hold one in another spelling. */
  mayBeIn(words: readonly RecognisedWord[]): boolean {
    if (this.#terms.length === 0 || words.length === 0) return false;
    if (!this.#spell || !isLatin(textOf(words))) return true;
    return this.#terms.some((term) => {
      const { from, to, alike } = this.#likest(words, term);
      return alike >= LEAST_ALIKE && plainWord(textOf(words.slice(from, to))) !== term.letters;
    });
  }

  /**
   * The text recognised without the terms, with those that the prompted text has where something sounds like them: a
   * prompt bends other words, too.
   */
  takeFrom(prompted: readonly RecognisedWord[], words: readonly RecognisedWord[]): RecognisedWord[] {
    const around = placesAround(words, prompted);
    const taken: RecognisedWord[] = [];
    let done = 0;
    for (const { term, from, to } of this.#termsIn(prompted)) {
      const recognised = prompted.slice(from, to);
      const near = { from: Math.max(around[from]?.from ?? 0, done), to: around[to - 1]?.to ?? 0 };
      const place = this.#placeOf(words.slice(near.from, near.to), term, recognised);
      if (!place) continue;
      const begin = near.from + place.from;
      const end = near.from + place.to;
      if (plainWord(textOf(words.slice(begin, end))) === term.letters) continue;
      taken.push(...words.slice(done, begin), ...withTimes(recognised, words.slice(begin, end)));
      done = end;
    }
    return [...taken, ...words.slice(done)];
  }

  /** Terms that are among the words, and where. */
  #termsIn(words: readonly RecognisedWord[]): ({ term: Term } & Range)[] {
    return words.flatMap((_, from) => {
      for (let to = Math.min(words.length, from + MOST_WORDS); to > from; to--) {
        const letters = plainWord(textOf(words.slice(from, to)));
        const term = this.#terms.find((one) => one.letters === letters);
        if (term) return [{ term, from, to }];
      }
      return [];
    });
  }

  #placeOf(
    words: readonly RecognisedWord[],
    term: Term,
    recognised: readonly RecognisedWord[],
  ): Range | null {
    if (words.length === 0) return null;
    if (this.#spell && isLatin(textOf(words))) {
      const place = this.#likest(words, term);
      return place.alike >= LEAST_ALIKE ? withWordsInside(place, words, recognised) : null;
    }
    const isSure = recognised.every(({ confidence }) => confidence >= LEAST_CONFIDENCE);
    const lengths = [plainWord(textOf(words)).length, term.letters.length];
    return isSure && Math.max(...lengths) <= 2 * Math.min(...lengths) ? { from: 0, to: words.length } : null;
  }

  /** The neighbouring words that sound most like a term. */
  #likest(words: readonly RecognisedWord[], { sounds }: Term): Range & { alike: number } {
    let best = { from: 0, to: 0, alike: 0 };
    words.forEach((_, from) => {
      let own = '';
      for (let to = from + 1; to <= Math.min(words.length, from + MOST_WORDS); to++) {
        own = joinSounds(own, this.#soundsOf([words[to - 1]?.word ?? '']));
        if (own.length > 2 * sounds.length + 1) break;
        const alike = soundSimilarity(sounds, own, best.alike);
        if (alike > best.alike) best = { from, to, alike };
      }
    });
    return best;
  }

  #soundsOf(words: readonly string[]): string {
    const spell = this.#spell;
    if (!spell) return '';
    return words
      .map((word) =>
        spell(
          word
            .trim()
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''),
        ),
      )
      .reduce(joinSounds, '');
  }
}

/** Words `from` to `to` (exclusive). */
interface Range {
  from: number;
  to: number;
}

const textOf = (words: readonly RecognisedWord[]): string => words.map(({ word }) => word).join('');

/** For each word recognised with the terms, the words recognised without them around it, up to the next that both recognised alike. */
function placesAround(words: readonly RecognisedWord[], prompted: readonly RecognisedWord[]): Range[] {
  const places: Range[] = [];
  let place = 0;
  let begun = 0;
  let open = 0;
  const close = () => {
    for (const range of places.slice(open)) range.to = place;
    open = places.length;
    begun = place;
  };
  for (const { first, second, agreed } of alignInTime(words, prompted)) {
    if (agreed) close();
    if (first) place += 1;
    if (second) places.push({ from: begun, to: place });
    if (agreed) {
      open = places.length;
      begun = place;
    }
  }
  close();
  return places;
}

/** A place with its neighbours that were said while the term was: "comfy you eye". */
function withWordsInside(
  { from, to }: Range,
  words: readonly RecognisedWord[],
  recognised: readonly RecognisedWord[],
): Range {
  const start = recognised[0]?.start ?? 0;
  const end = recognised.at(-1)?.end ?? 0;
  const isInside = (word: RecognisedWord | undefined) => {
    const middle = word && (word.start + word.end) / 2;
    return middle !== undefined && middle >= start && middle <= end;
  };
  let [first, last] = [from, to];
  while (isInside(words[first - 1])) first -= 1;
  while (isInside(words[last])) last += 1;
  return { from: first, to: last };
}

/** Words in the place of others: spread over their time, after their space and before their mark. */
function withTimes(words: readonly RecognisedWord[], replaced: readonly RecognisedWord[]): RecognisedWord[] {
  const start = replaced[0]?.start ?? 0;
  const length = (replaced.at(-1)?.end ?? start) - start;
  const space = /^\s*/u.exec(replaced[0]?.word ?? '')?.[0] ?? '';
  const mark = /[^\p{L}\p{M}\p{N}]*$/u.exec(replaced.at(-1)?.word ?? '')?.[0] ?? '';
  return words.map((word, index) => {
    const isLast = index === words.length - 1;
    const bare = isLast ? word.word.replace(/[^\p{L}\p{M}\p{N}+#]+$/u, '') + mark : word.word;
    return {
      ...word,
      word: index === 0 ? space + bare.trimStart() : bare,
      start: start + (length * index) / words.length,
      end: start + (length * (index + 1)) / words.length,
    };
  });
}
