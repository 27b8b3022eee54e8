/** Marks on one letter, beyond what any language writes: Unicode's stream-safe texts have no more (UAX 15). */
const HEAPED_MARKS = /(\p{M}{30})\p{M}+/gu;

/** A text in a normal form of Unicode, with at most 30 marks on each letter: to order n of them takes a browser n² steps. */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  (text.length > 30 ? text.replaceAll(HEAPED_MARKS, '$1') : text).normalize(form);
