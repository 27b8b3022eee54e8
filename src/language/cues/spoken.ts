/** Private-use characters for spoken symbols in the spoken view, so that no written one is mistaken for them. */
export const SPOKEN = {
  dot: '\uE000',
  at: '\uE001',
  dash: '\uE002',
  underscore: '\uE003',
  slash: '\uE004',
  colon: '\uE005',
  plus: '\uE006',
  comma: '\uE007',
} as const;

/** A text with written symbols for the spoken ones. */
export const asWritten = (text: string): string =>
  text.replaceAll(/[\uE000-\uE007]/gu, (own) => '.@-_/:+,'.charAt(own.charCodeAt(0) - 0xe000));
