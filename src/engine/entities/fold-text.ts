/**
 * Lower case, without accents, with plain apostrophes and spaces, and exactly as long as the original: what stands at an
 * index of the one stands there in the other. All tables of this folder are written in this form.
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
    const known = MARKS[own];
    const plain = known ?? own.normalize('NFD').toLowerCase()[0] ?? own;
    folded += /\s/u.test(plain) ? ' ' : plain;
  }
  return folded;
}

/** "è" and "à" on their own are words, and no letters that somebody spells. */
const isWord = (text: string, index: number): boolean =>
  /[èàÈÀ]/u.test(text[index] ?? '') &&
  !/\p{L}/u.test(text[index - 1] ?? '') &&
  !/\p{L}/u.test(text[index + 1] ?? '');

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
