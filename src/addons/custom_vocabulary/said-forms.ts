import fullForms from './full-forms.json' with { type: 'json' };

/** What short forms before a name or number are short for, in any language. */
const FULL: Readonly<Record<string, string>> = fullForms;
const SHORT_FOR = new Map(
  Object.entries(FULL).flatMap(([short, full]) => full.split(' ').map((word) => [word, short] as const)),
);
const SHORT = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(no)\\.\\s*|(${Object.keys(FULL).join('|')})(?:\\.\\s*|[\\s-]))(?=[\\p{L}\\p{N}])`,
  'iu',
);
const LONG = new RegExp(
  `(?<![\\p{L}\\p{N}])(${[...SHORT_FOR.keys()].join('|')})[\\s-](?=[\\p{L}\\p{N}])`,
  'iu',
);

const AND: Readonly<Record<string, string>> = {
  en: 'and',
  de: 'und',
  fr: 'et',
  es: 'y',
  it: 'e',
  pt: 'e',
  nl: 'en',
};
const SIGNS: Readonly<Record<string, string>> = { '+': ' plus ', '#': ' sharp ' };

/** Words that represent a sign, join names or are a short form, too, and prove nothing by themselves: "no one" is not No. 1. */
export const JOINING: ReadonlySet<string> = new Set([...Object.values(AND), 'plus', 'sharp', 'no']);

/**
 * Other ways to write a term down as it is said: "Marks and Spencer", "Saint Pauli", "Disney plus", and the other way round "Dr. Who"
 * for "Doctor Who".
 */
export function saidForms(value: string, language: string): string[] {
  const forms = new Set<string>();
  for (const and of new Set([AND[language] ?? 'and', 'and'])) {
    forms.add(value.replaceAll(/\s*&\s*/gu, ` ${and} `));
    forms.add(value.replaceAll(new RegExp(`\\s${and}\\s`, 'giu'), ' & '));
  }
  forms.add(value.replaceAll(/(?<=[\p{L}\p{N}+])[+#]/gu, (sign) => SIGNS[sign] ?? sign));
  const short = SHORT.exec(value);
  for (const full of FULL[(short?.[1] ?? short?.[2] ?? '').toLowerCase()]?.split(' ') ?? [])
    forms.add(value.replace(SHORT, `${full} `));
  forms.add(value.replace(LONG, (_, word: string) => `${SHORT_FOR.get(word.toLowerCase()) ?? word}. `));
  forms.delete(value);
  return [...forms];
}
