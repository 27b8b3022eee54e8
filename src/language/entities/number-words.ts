import { CUE_LANGUAGES, languageNumbers } from '../cues/cues.ts';
import digitWords from './digit-words.json' with { type: 'json' };
import { foldText } from './fold-text.ts';

/** Number words of a language, folded; parts of one number are separated by single spaces. */
export interface NumberWords {
  /** 0 to 99, with all variants. */
  small: ReadonlyMap<string, number>;
  /** 1 to 31, as in dates. */
  ordinals: ReadonlyMap<string, number>;
  /** Whole hundreds as one word: "doscientos". */
  hundreds: ReadonlyMap<string, number>;
  hundred: ReadonlySet<string>;
  thousand: ReadonlySet<string>;
  million: ReadonlySet<string>;
  /** Between hundreds or thousands and the rest: "two hundred and five". */
  and: ReadonlySet<string>;
  /** Whether "one" before "hundred" may be omitted. */
  bareScale: boolean;
  /** Spellings of hundreds and thousands inside one word, longest first; empty if words stay separate. */
  glued?: { thousand: readonly string[]; hundred: readonly string[] } | undefined;
  /** "double seven": the word and its factor. */
  repeat: ReadonlyMap<string, number>;
  /** Letters that the name of "w" doubles: "double u". */
  doubleLetters: ReadonlySet<string>;
  /** Zero, but only beside other numbers: "oh". */
  zeroBesides: ReadonlySet<string>;
}

const set = (text = ''): ReadonlySet<string> => new Set(text === '' ? [] : text.split(' '));

/** "zero one two": each word's index is its value; "a|b" are variants, "_" is a space. */
function counted(text: string, first = 0, step = 1): Map<string, number> {
  const places = text === '' ? [] : text.split(' ');
  return new Map(
    places.flatMap((ways, index) =>
      ways.split('|').map((way): [string, number] => [way.replaceAll('_', ' '), first + index * step]),
    ),
  );
}

function numberWords(language: string): NumberWords {
  const own = languageNumbers(language);
  // Of most languages only the digits are known: enough for numbers that are dictated.
  const digits: string | undefined = new Map(Object.entries(digitWords)).get(language);
  return {
    small: counted(own?.cardinals.join(' ') ?? foldText(digits ?? '')),
    ordinals: counted(own?.ordinals.join(' ') ?? '', 1),
    hundreds: counted(own?.hundreds?.join(' ') ?? '', 100, 100),
    hundred: set(own?.hundred),
    thousand: set(own?.thousand),
    million: set(own?.million),
    and: set(own?.and),
    bareScale: own?.bareScale ?? false,
    glued: own?.glued,
    repeat: counted(own?.repeat ?? '', 2),
    doubleLetters: set(own?.doubleLetters),
    zeroBesides: set(own?.zeroBesides),
  };
}

/** Number words by transcription language code. */
export const NUMBER_WORDS: Readonly<Record<string, NumberWords>> = Object.fromEntries(
  [...CUE_LANGUAGES, ...Object.keys(digitWords)].map((language) => [language, numberWords(language)]),
);
