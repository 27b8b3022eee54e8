import type { CueWord } from './cue.ts';

/** A part of a row: a word with its times, or what is between words. */
export interface RowPart {
  text: string;
  word: CueWord | null;
}

/** A row cut at its words; the parts together are the row. A word that is not in it is left out. */
export function partsOfRow(row: string, words: readonly CueWord[] = []): RowPart[] {
  const parts: RowPart[] = [];
  let at = 0;
  for (const word of words) {
    const from = row.indexOf(word.text, at);
    if (from < 0 || word.text === '') continue;
    if (from > at) parts.push({ text: row.slice(at, from), word: null });
    at = from + word.text.length;
    parts.push({ text: word.text, word });
  }
  if (at < row.length) parts.push({ text: row.slice(at), word: null });
  return parts;
}
