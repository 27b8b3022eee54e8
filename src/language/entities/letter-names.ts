/** How letters are called where the name is no other word, by transcription language code; folded. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { zed: 'z', zee: 'z', aitch: 'h', ex: 'x', kay: 'k', jay: 'j', wye: 'y', ess: 's', eff: 'f' },
  fr: { zed: 'z', zede: 'z', hache: 'h', ix: 'x', ixe: 'x', igrec: 'y', effe: 'f', esse: 's', erre: 'r' },
  de: {
    zett: 'z',
    zet: 'z',
    ypsilon: 'y',
    vau: 'v',
    jott: 'j',
    ix: 'x',
    ka: 'k',
    em: 'm',
    el: 'l',
    en: 'n',
    ef: 'f',
    ha: 'h',
    ku: 'q',
    be: 'b',
    ce: 'c',
    ge: 'g',
    pe: 'p',
    te: 't',
    we: 'w',
  },
  es: {
    zeta: 'z',
    hache: 'h',
    equis: 'x',
    jota: 'j',
    efe: 'f',
    ele: 'l',
    eme: 'm',
    ene: 'n',
    erre: 'r',
    ese: 's',
    uve: 'v',
    ka: 'k',
    cu: 'q',
    be: 'b',
    ce: 'c',
    ge: 'g',
    pe: 'p',
    de: 'd',
    te: 't',
  },
  it: {
    zeta: 'z',
    acca: 'h',
    ics: 'x',
    ipsilon: 'y',
    kappa: 'k',
    effe: 'f',
    elle: 'l',
    emme: 'm',
    enne: 'n',
    erre: 'r',
    esse: 's',
    bi: 'b',
    ci: 'c',
    di: 'd',
    gi: 'g',
    pi: 'p',
    ti: 't',
    vu: 'v',
    cu: 'q',
  },
};
/** Words that people spell with, by the letter that they begin with: those of radio, in every language, and the German ones. */
const ALPHABET = new Set(
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu'.split(
    ' ',
  ),
);
const GERMAN_ALPHABET = new Set(
  'anton berta casar caesar dora emil friedrich gustav heinrich ida julius kaufmann konrad ludwig martha nordpol otto paula quelle richard samuel siegfried theodor ulrich viktor wilhelm xanthippe zacharias zeppelin'.split(
    ' ',
  ),
);
/** Single letters that are no words. */
const CONSONANT = /^[b-df-hj-np-tv-xz]$/;

/** Cities, with which Italians spell; too common to stand for letters outside a name that is spelled. */
const ITALIAN_ALPHABET = new Set(
  'ancona bari bologna como domodossola empoli firenze genova hotel imola jolly jersey kursaal livorno milano napoli otranto palermo padova quarto roma savona torino udine venezia verona washington xilofono yacht yogurt zara zurigo'.split(
    ' ',
  ),
);

/** The letter for which a word of the radio alphabet or of the language's own stands, or which it is; null for other words. */
export const spelledLetter = (word: string, language: string): string | null =>
  /^\p{L}$/u.test(word) || isInAlphabet(word, language) || (language === 'it' && ITALIAN_ALPHABET.has(word))
    ? (word[0] ?? null)
    : null;

const isInAlphabet = (word: string, language: string): boolean =>
  ALPHABET.has(word) || (language === 'de' && GERMAN_ALPHABET.has(word));

/** Names that are words, too: only where something spelled stands on both sides. */
const WORDS = new Set(
  'ex kay jay ese ele ge pe be ce de te ci di ti pi gi vu bi cu ha el en we ix'.split(' '),
);

/** Letters that stand between numbers and single vowels as ordinary words. */
const PREPOSITION = /^(?:de|di)$/;
const isLetterName = (text: string | undefined, language: string): boolean =>
  text !== undefined && (CONSONANT.test(text) || NAMES[language]?.[text] !== undefined);

const isSpelled = (text: string | undefined, language: string): boolean =>
  text !== undefined && (/^(?:\p{L}|\p{N}+)$/u.test(text) || NAMES[language]?.[text] !== undefined);

/**
 * The letter that a word is the name of, among digits and other letters; null if it is none.
 *
 * @param isNumber whether the words before and after are part of a number
 */
export function namedLetter(
  word: string,
  beside: readonly [before: string | undefined, after: string | undefined],
  isNumber: readonly [before: boolean, after: boolean],
  language: string,
): string | null {
  if (isInAlphabet(word, language)) {
    const isRun = beside.some(
      (text = '', at) =>
        // "twelfth of November, two thousand three"
        (isNumber[at] === true && word !== 'november') ||
        CONSONANT.test(text) ||
        isInAlphabet(text, language),
    );
    return isRun ? (word[0] ?? null) : null;
  }
  const letter = NAMES[language]?.[word];
  if (letter === undefined) return null;
  const spelled = beside.map((text, at) => isNumber[at] === true || isSpelled(text, language));
  // "tre di quattro", "è di Roma"
  if (PREPOSITION.test(word) && !isLetterName(beside[0], language)) return null;
  // "cuatro siete be ce de"
  const isLast = spelled[0] === true && !isNumber[0] && beside[1] === undefined;
  return (WORDS.has(word) ? isLast || spelled.every(Boolean) : spelled.some(Boolean)) ? letter : null;
}

/** Whether a word may be the name of a letter. */
export const mayNameLetter = (word: string, language: string): boolean =>
  NAMES[language]?.[word] !== undefined || isInAlphabet(word, language);
