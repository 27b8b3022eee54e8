/**
 * Lower case, without accents, with plain apostrophes and spaces, and exactly as long as the original, so that
 * indices match. All tables of this folder are in this form.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  let folded = '';
  for (let index = 0; index < text.length; index++) {
    const own = text[index] ?? '';
    if (isWord(text, index)) {
      folded += own.toLowerCase();
      continue;
    }
    if (COMPOSED.test(own)) {
      folded += own;
      continue;
    }
    const known = MARKS[own];
    const plain = known ?? own.normalize('NFD').toLowerCase()[0] ?? own;
    folded += /\s/u.test(plain) ? ' ' : plain;
  }
  return folded;
}

/** Standalone "è" and "à" are words, not spelled letters. */
const isWord = (text: string, index: number): boolean =>
  /[èàÈÀ]/u.test(text[index] ?? '') &&
  !/\p{L}/u.test(text[index - 1] ?? '') &&
  !/\p{L}/u.test(text[index + 1] ?? '');

/** Syllables and kana, whose parts are no accents. */
const COMPOSED = /[\u3040-\u30ff\uac00-\ud7af]/;

const PLAIN = /^[ -~]*$/;

const MARKS: Record<string, string> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '´': "'",
  '`': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  ø: 'o',
  Ø: 'o',
};
