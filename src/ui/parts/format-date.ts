import { interfaceLanguage } from '../texts/texts.ts';

/** `Today, 3:05 PM`, `14 Mar, 9:12 AM`, with the year if it is not the current one. */
export function formatDate(date: Date, now = new Date()): string {
  const language = interfaceLanguage();
  const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(date);
  if (date.toDateString() === now.toDateString()) return `Today, ${time}`;
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year }).format(date);
  return `${day}, ${time}`;
}
