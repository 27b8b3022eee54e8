/** Output of redaction (MARKER's labels, MASK's characters): not a word of any language, and never translated. */
const FIXED = /\[[A-Z][A-Z_]*_\d+\]|#(?:[# ]*#)?/gu;

const fixedOf = (text: string): string[] => text.match(FIXED) ?? [];

export const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/**
 * Translates a text and keeps redacted parts verbatim: as a whole if that preserves them, otherwise only the text
 * around them, part by part.
 *
 * @param whole receives the translation of the whole text
 */
export async function translateAround(
  text: string,
  whole: () => Promise<string>,
  translate: (part: string) => Promise<string>,
): Promise<string> {
  const fixed = fixedOf(text);
  if (fixed.length === 0) return whole();
  const around = text.split(FIXED);
  if (!around.some(hasLetters)) return text;
  const translated = await whole();
  const kept = fixedOf(translated);
  if (kept.length === fixed.length && fixed.every((span) => kept.includes(span))) return translated;
  let joined = '';
  for (const [index, part] of around.entries()) {
    joined += hasLetters(part) ? await translatePart(part, translate) : part;
    joined += fixed[index] ?? '';
  }
  return joined;
}

/** The spaces around a part stay. */
async function translatePart(part: string, translate: (part: string) => Promise<string>): Promise<string> {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(part) ?? [];
  return before + (await translate(inner)) + after;
}
