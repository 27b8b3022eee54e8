import { cleanText } from '../../addons/subtitles/clean-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for XML and HTML, between tags and in quoted attributes; what XML 1.0 forbids is left out. */
export const xml = (text: string): string =>
  cleanText(text).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
