/**
 * Control characters, among them those that steer a terminal, and marks that turn the direction of the text around
 * them, which can make a name look like another one. Marks that only say how a neutral character is meant (U+200E,
 * U+200F, U+061C) remain: names in Arabic and Hebrew need them.
 */
const STEERING = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Marks on one letter, beyond what any script writes: no line can be broken between them. */
const HEAPED_MARKS = /(\p{M}{8})\p{M}+/gu;

/** A name, or a text with one in it, as it may be shown, logged or exported: nothing in it acts on what is around it. */
export const plainName = (text: string): string =>
  text
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll(STEERING, '')
    .replaceAll(HEAPED_MARKS, '$1');
