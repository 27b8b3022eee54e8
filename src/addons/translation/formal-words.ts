import formalWordLists from './formal-words.json' with { type: 'json' };

/** Words of formal address, as written, also at the start of a sentence. */
const FORMAL: Readonly<Record<string, string>> = formalWordLists;

/** In languages where every sentence of address contains "you", sentences without it address nobody. */
const ADDRESSES: Readonly<Record<string, RegExp>> = {
  en: /\b(?:you|your|yours|yourself|yourselves)\b/iu,
  fr: /\b(?:tu|te|toi|ton|ta|tes|vous|votre|vos|t)\b/iu,
  de: /\b(?:du|dich|dir|dein\p{L}*|euch|eu(?:er|re)\p{L}*|Sie|Ihnen|Ihr\p{L}*)\b/u,
};

/** All spellings. */
export function formalWords(language: string): string[] {
  const words = FORMAL[language]?.split(', ') ?? [];
  return [
    ...new Set(words.flatMap((word) => [word, word.charAt(0).toLocaleUpperCase(language) + word.slice(1)])),
  ];
}

/** Whether a translation uses formal address. */
export function isFormal(source: string, sourceLanguage: string, text: string, language: string): boolean {
  const addresses = ADDRESSES[sourceLanguage];
  if (addresses && !addresses.test(source)) return false;
  const words = new Set(text.match(/[\p{L}\p{M}]+/gu) ?? []);
  return formalWords(language).some((word) => (word.includes(' ') ? text.includes(word) : words.has(word)));
}
