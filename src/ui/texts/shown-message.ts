import { inEnglish, inLanguage, type Message, type MessageLanguage } from '../../lib/errors/msg.ts';
import { formatList } from '../parts/format-list.ts';
import { languageName } from '../parts/language-name.ts';
import { interfaceLanguage, translate } from './texts.ts';

const READER: MessageLanguage = {
  template: translate,
  number: (value, digits) =>
    new Intl.NumberFormat(interfaceLanguage(), {
      useGrouping: 'min2',
      ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    }).format(value),
  languages: (codes) => formatList(codes.map(languageName)),
};

/** A message in the language that is shown. */
export const shownMessage = (message: Message): string =>
  interfaceLanguage() === 'en' ? inEnglish(message) : inLanguage(message, READER);

/** Without `texts`, the same as data, which earlier versions did not store, the text remains English. */
export function shownText(english: string, texts: readonly Message[] = []): string {
  if (interfaceLanguage() === 'en') return english;
  const message = texts.find((text) => inEnglish(text) === english);
  return message ? shownMessage(message) : english;
}
