/** How letters are called where the name is no other word, by transcription language code; folded. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { zed: 'z', zee: 'z', aitch: 'h', ex: 'x', kay: 'k', jay: 'j', wye: 'y', ess: 's', eff: 'f' },
  fr: { zed: 'z', zede: 'z', hache: 'h', ix: 'x', ixe: 'x', igrec: 'y', effe: 'f', esse: 's', erre: 'r' },
  de: { zett: 'z', zet: 'z', ypsilon: 'y', vau: 'v', jott: 'j', ix: 'x' },
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
    gi: 'g',
    pi: 'p',
    ti: 't',
    vu: 'v',
    cu: 'q',
  },
};
/** Names that are words, too: only where something spelled stands on both sides. */
const WORDS = new Set('ex kay jay ese ele ge pe be ce ci ti pi gi vu bi cu ka ix'.split(' '));

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
  const letter = NAMES[language]?.[word];
  if (letter === undefined) return null;
  const spelled = beside.map((text, at) => isNumber[at] === true || isSpelled(text, language));
  return (WORDS.has(word) ? spelled.every(Boolean) : spelled.some(Boolean)) ? letter : null;
}

/** Whether a word may be the name of a letter. */
export const mayNameLetter = (word: string, language: string): boolean =>
  NAMES[language]?.[word] !== undefined;
