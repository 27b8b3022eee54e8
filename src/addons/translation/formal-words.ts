/** Words of formal address, as written, also at the start of a sentence. */
const FORMAL: Readonly<Record<string, readonly string[]>> = {
  de: ['Sie', 'Ihnen', 'Ihr', 'Ihre', 'Ihren', 'Ihrem', 'Ihrer', 'Ihres'],
  fr: ['vous', 'votre', 'vos'],
  es: ['usted'],
  it: ['Lei'],
  pt: ['o senhor', 'a senhora'],
  nl: ['u', 'uw'],
  ro: ['dumneavoastră'],
  ru: ['вы', 'вас', 'вам', 'вами', 'ваш', 'ваша', 'ваше', 'ваши'],
  uk: ['ви', 'вас', 'вам', 'вами', 'ваш', 'ваша', 'ваше', 'ваші'],
  bg: ['Вие', 'вас', 'ваш', 'ваша', 'ваше', 'ваши'],
  pl: ['Pan', 'Pani', 'Panu', 'Panią', 'Państwo'],
  cs: ['vy', 'vás', 'vám', 'vámi', 'váš', 'vaše'],
  sk: ['vy', 'vás', 'vám', 'vami', 'váš', 'vaše'],
  hr: ['vi', 'vas', 'vam', 'vaš', 'vaša', 'vaše'],
  sr: ['ви', 'вас', 'вам', 'ваш', 'ваша', 'ваше'],
  sl: ['vi', 'vas', 'vam', 'vaš', 'vaša', 'vaše'],
  hu: ['ön', 'önt', 'önnek', 'önök'],
  tr: ['siz', 'sizi', 'size', 'sizin'],
  el: ['εσείς', 'εσάς'],
  et: ['teie', 'teid', 'teile'],
};

/** In languages where every sentence of address contains "you", sentences without it address nobody. */
const ADDRESSES: Readonly<Record<string, RegExp>> = {
  en: /\b(?:you|your|yours|yourself|yourselves)\b/iu,
  fr: /\b(?:tu|te|toi|ton|ta|tes|vous|votre|vos|t)\b/iu,
  de: /\b(?:du|dich|dir|dein\p{L}*|euch|eu(?:er|re)\p{L}*|Sie|Ihnen|Ihr\p{L}*)\b/u,
};

/** All spellings. */
export function formalWords(language: string): string[] {
  const words = FORMAL[language] ?? [];
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
