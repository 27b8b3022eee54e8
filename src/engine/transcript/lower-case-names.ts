const OPENING = String.raw`^\s*[\p{Ps}\p{Pi}„‚"'¿¡]*`;

const FORMS = [
  // iPhone, macOS, mRNA, watchOS, openSUSE.
  String.raw`\p{Ll}{1,8}\p{Lu}`,
  String.raw`(?:https?:\/\/|www\.)\S`,
  String.raw`[\p{Ll}\p{Nd}_-][\p{Ll}\p{Nd}._-]*@\p{Ll}`,
  // example.org, readme.md; "prof.ssa" is an abbreviation.
  String.raw`[\p{Ll}\p{Nd}-]{2,}\.(?!ssa|sse)\p{Ll}{2,}`,
];
const LOWER_CASE_NAME = new RegExp(`${OPENING}(?:${FORMS.join('|')})`, 'u');
/** npm, html, ssh: a word of these languages has a vowel, and an abbreviation a dot. */
const NO_VOWEL = new RegExp(`${OPENING}[b-df-hj-np-tv-xz]{3,6}(?:[,;:!?)'’]|$)`, 'u');
const VOWELS_NEEDED: ReadonlySet<string> = new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']);

/** Particles of family names, where they are no words of the language itself. */
const PARTICLES: Readonly<Record<string, RegExp>> = {
  en: /^\s*(?:van|von|bin)$/u,
  de: /^\s*van$/u,
  fr: /^\s*(?:van|von|bin)$/u,
  es: /^\s*(?:von|bin)$/u,
  it: /^\s*(?:van|von|bin)$/u,
  nl: /^\s*von$/u,
};

/** "Ant. van Dyck": the short word before is a first name. */
const SHORT_NAME = /^\p{Lu}\p{Ll}{1,3}\.$/u;

/** Whether a sentence may begin with a word though it has no capital: a name, or a web address. */
export const isLowerCaseName = (word: string, before: string, next: string, language: string): boolean =>
  LOWER_CASE_NAME.test(word) ||
  (VOWELS_NEEDED.has(language) && NO_VOWEL.test(word)) ||
  (!SHORT_NAME.test(before) &&
    /^\s*(?:\p{Lu}\p{Ll}|de[rn]?$)/u.test(next) &&
    (PARTICLES[language]?.test(word) ?? false));
