/** What redaction wrote (MARKER's labels, MASK's signs): no word of any language, and never to be translated. */
const FIXED = /\[[A-Z][A-Z_]*_\d+\]|#(?:[# ]*#)?/gu;

const fixedOf = (text: string): string[] => text.match(FIXED) ?? [];

export const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/**
 * Translates a text and keeps what redaction wrote in it, sign by sign: as a whole where that leaves it alone, else the text
 * around it, part by part.
 *
 * @param whole gives what `translate` made of the whole text
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
