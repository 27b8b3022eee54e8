import { interfaceLanguage } from '../texts/texts.ts';

/** `a, b and c`, as the language of the interface writes it. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(interfaceLanguage() === 'en' ? 'en-GB' : interfaceLanguage(), {
    type: 'conjunction',
  }).format(items);
