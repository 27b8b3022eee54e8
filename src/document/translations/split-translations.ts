import type { Paragraph, ParagraphTranslation } from '../../contract/transcripts/corrected-transcript.ts';
import { joinedWords } from '../paragraphs.ts';

/** The stored translation of a paragraph; undefined while the machine's holds. */
export const translationOf = ({ translations }: Paragraph, language: string) =>
  translations?.find((one) => one.language === language);

/** The paragraph without translations: another part of what was said in it keeps them. */
export function untranslated(paragraph: Paragraph): Paragraph {
  const { translations: _, ...rest } = paragraph;
  return rest;
}

/** The translations of two paragraphs that become one. */
export function joinedTranslations(first: Paragraph, second: Paragraph): Pick<Paragraph, 'translations'> {
  const [one = [], other = []] = [first.translations, second.translations];
  if (one.length + other.length === 0) return {};
  const joined = one.map((own): ParagraphTranslation => {
    const further = other.find(({ language }) => language === own.language);
    if (!further) return own;
    return { ...own, of: `${own.of} ${further.of}`.trim(), words: joinedWords(own.words, further.words) };
  });
  return { translations: [...joined, ...other.filter(({ language }) => !translationOf(first, language))] };
}
