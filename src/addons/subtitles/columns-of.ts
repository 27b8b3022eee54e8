import stringWidth from 'string-width';
import { segmentsOf } from '../../lib/segmenter-of.ts';

/** Columns that a text takes in a row; wide characters take two. A text is as wide as its graphemes together. */
export function columnsOf(text: string): number {
  // In a longer text, the library would copy the text for each grapheme.
  if (text.length < 1_000) return stringWidth(text);
  let columns = 0;
  for (const { segment } of segmentsOf(text, undefined, 'grapheme')) columns += stringWidth(segment);
  return columns;
}
