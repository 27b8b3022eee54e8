import { plainName } from '../files/plain-name.ts';

/**
 * A text for people as data, rendered where it is read: its English template, by which the interface's catalogues have it, with `{0}` for
 * values. Stored and sent beside its English text.
 */
export interface Message {
  text: string;
  values?: unknown[] | undefined;
}

/** A string is left unchanged, as names are; a list is separated by commas. */
export type MessageValue =
  | string
  | number
  | Message
  | { number: number; digits: number }
  | { languages: readonly string[] }
  | readonly MessageValue[];

/**
 * msg`${title} needs ${2} GB.` → `{ text: '{0} needs {1} GB.', values: [title, 2] }`. `npm run texts` adds each template of the sources to
 * the catalogues.
 */
export const msg = (parts: TemplateStringsArray, ...values: MessageValue[]): Message => ({
  text: parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`),
  ...(values.length > 0 && { values }),
});

/** A text that no catalogue has: of another program, or of an older version. */
export const verbatim = (text: string): Message => msg`${text}`;

/** The text of an error that was sent as English, with the same as data in `texts`. */
export const textOf = ({ message, texts }: { message: string; texts?: Message[] | undefined }): Message =>
  texts?.[0] ?? verbatim(message);

export interface MessageLanguage {
  /** The template in this language. */
  template(english: string): string;
  number(value: number, digits?: number): string;
  /** Names of languages by their codes, as a list. */
  languages(codes: readonly string[]): string;
}

const ENGLISH: MessageLanguage = {
  template: (english) => english,
  number: (value, digits) => (digits === undefined ? String(value) : value.toFixed(digits)),
  languages: (codes) => {
    const names = new Intl.DisplayNames(['en'], { type: 'language' });
    return new Intl.ListFormat('en').format(codes.map((code) => names.of(code) ?? code));
  },
};

/** The text in a language. Values of unknown kinds, as a newer version may store them, are left out. */
export const inLanguage = ({ text, values = [] }: Message, language: MessageLanguage): string =>
  language.template(text).replace(/\{(\d+)\}/g, (_, index) => valueIn(values[Number(index)], language));

/** The text in English, as the API returns it. */
export const inEnglish = (message: Message): string => inLanguage(message, ENGLISH);

function valueIn(value: unknown, language: MessageLanguage): string {
  if (typeof value === 'string') return plainName(value);
  if (typeof value === 'number') return language.number(value);
  if (Array.isArray(value)) return value.map((one) => valueIn(one, language)).join(', ');
  if (typeof value !== 'object' || value === null) return '';
  if ('text' in value) return inLanguage(messageIn(value), language);
  if ('languages' in value && Array.isArray(value.languages))
    return language.languages(value.languages.map(String));
  return 'number' in value ? language.number(Number(value.number), Reflect.get(value, 'digits')) : '';
}

const messageIn = (value: { text: unknown; values?: unknown }): Message => ({
  text: String(value.text),
  values: Array.isArray(value.values) ? value.values : undefined,
});

/** Several texts after one another. */
export const joined = (...texts: Message[]): Message => ({
  text: texts.map((_, index) => `{${index}}`).join(' '),
  values: texts,
});

/** Whether a text says that there is no room on the disk, by itself or in a part. */
export const meansNoRoom = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (('text' in value && String(value.text).startsWith('Not enough storage')) ||
    ('values' in value && Array.isArray(value.values) && value.values.some(meansNoRoom)));
