import { regionalLocale } from '../../lib/regional-locale.ts';
import { interfaceLanguage } from '../texts/texts.ts';

const makeForms = (language: string) => ({
  time: new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }),
  day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }),
  dayOfYear: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
});

/** Made once for each language: every row of a list shows a date, and making them takes longer than using them. */
const forms = new Map<string, ReturnType<typeof makeForms>>();

export const dateLocale = (wanted?: readonly string[]): string => regionalLocale(interfaceLanguage(), wanted);

/** `Today, 3:05 PM`, `14 Mar, 9:12 AM`, with the year if it is not the current one. */
export function formatDate(date: Date, now = new Date(), language = dateLocale()): string {
  const made = forms.get(language) ?? makeForms(language);
  forms.set(language, made);
  const { time, day, dayOfYear } = made;
  if (date.toDateString() === now.toDateString()) return `Today, ${time.format(date)}`;
  const form = date.getFullYear() === now.getFullYear() ? day : dayOfYear;
  return `${form.format(date)}, ${time.format(date)}`;
}
