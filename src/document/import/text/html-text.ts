import { xmlEvents } from './xml-events.ts';

const LINES = new Set(['p', 'div', 'li', 'br', 'tr', 'h1', 'h2', 'h3']);

/** Whether a text was made by an editor for the web: it has its paragraphs or breaks as elements. */
export const isHtml = (text: string): boolean => /<(?:p|br|div|span)\b[^<>]*>/i.test(text);

/** What is seen of an HTML text, with a line for each of its paragraphs and breaks. */
export function htmlText(html: string): string {
  let text = '';
  for (const event of xmlEvents(html)) {
    if (event.kind === 'text') text += event.text.replaceAll(/\s+/gu, ' ');
    else if (LINES.has(event.name)) text += '\n';
    // A stamp is an element of its own, with or without a space behind it.
    else if (event.kind === 'close' && event.name === 'span') text += ' ';
  }
  return text;
}
