import type { TranslatedWord } from '../../language/marian/tagged-words.ts';
import type { Translated } from '../../language/text/text-models.ts';

/** Output of redaction (MARKER's labels, MASK's characters): not a word of any language, and never translated. */
const FIXED = /\[[A-Z][A-Z_]*_\d+\]|#(?:[# ]*#)?/gu;

const fixedOf = (text: string): string[] => text.match(FIXED) ?? [];

export const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** A translation, and where its words come from if that is known. */
export type Aligned = Pick<Translated, 'text' | 'words'>;

/**
 * Translates a text and keeps redacted parts verbatim: as a whole if that preserves them, otherwise only the text
 * around them, part by part.
 *
 * @param whole receives the translation of the whole text
 */
export async function translateAround(
  text: string,
  whole: () => Promise<Aligned>,
  translate: (part: string) => Promise<Aligned>,
): Promise<Aligned> {
  const fixed = fixedOf(text);
  if (fixed.length === 0) return whole();
  const around = text.split(FIXED);
  if (!around.some(hasLetters)) return { text };
  const translated = await whole();
  const kept = fixedOf(translated.text);
  if (kept.length === fixed.length && fixed.every((span) => kept.includes(span))) return translated;
  let joined = '';
  let source = 0;
  const words: TranslatedWord[] = [];
  let isAligned = true;
  for (const [index, part] of around.entries()) {
    const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(part) ?? [];
    // The spaces around a part remain.
    const made: Aligned = hasLetters(inner) ? await translate(inner) : { text: inner, words: [] };
    isAligned &&= made.words !== undefined;
    joined += before;
    for (const word of made.words ?? []) {
      words.push({
        start: joined.length + word.start,
        end: joined.length + word.end,
        source: source + before.length + word.source,
      });
    }
    joined += made.text + after;
    source += part.length;
    const span = fixed[index] ?? '';
    if (span !== '') words.push({ start: joined.length, end: joined.length + span.length, source });
    joined += span;
    source += span.length;
  }
  return isAligned ? { text: joined, words } : { text: joined };
}
