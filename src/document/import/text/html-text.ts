import { type XmlElement, xmlRoot } from './xml-elements.ts';

const LINES = new Set(['p', 'div', 'li', 'br', 'tr', 'h1', 'h2', 'h3']);

/** Whether a text was made by an editor for the web: it has its paragraphs or breaks as elements. */
export const isHtml = (text: string): boolean => /<(?:p|br|div|span)\b[^<>]*>/i.test(text);

const shown = ({ inside }: XmlElement): string =>
  inside
    .map((one) => {
      if (typeof one === 'string') return one.replaceAll(/\s+/gu, ' ');
      // A stamp is an element of its own, with or without a space behind it.
      return LINES.has(one.name) ? `\n${shown(one)}\n` : `${shown(one)}${one.name === 'span' ? ' ' : ''}`;
    })
    .join('');

/** What is seen of an HTML text, with a line for each of its paragraphs and breaks. */
export const htmlText = (html: string): string => shown(xmlRoot(html));
