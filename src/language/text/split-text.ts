import { sentencesOf } from '../../engine/transcript/text-sentences.ts';
import { joinsWithoutSpace } from '../../engine/transcript/unspaced-script.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';

const CLAUSE_MARK = /[,;:–—،、，；：]["'”’»)]?\s*$/u;

/** What a model reads at once. */
export interface ReadingLimits {
  /** One sentence. */
  fits: (sentence: string) => boolean;
  /** Several of them: models trained on single sentences lose some of many. */
  fitsTogether: (sentences: string) => boolean;
}

/**
 * Splits a text into as few parts as possible that a model can read: at sentence ends; if a sentence alone is too
 * long, after a comma or similar, otherwise between words. A single word may still be too long.
 *
 * @param language BCP 47
 * @returns parts in order, trimmed, none empty
 */
export function splitText(text: string, language: string, { fits, fitsTogether }: ReadingLimits): string[] {
  if (text.trim() === '') return [];
  const parts: string[] = [];
  let open = '';
  for (const sentence of sentencesOf(text, language)) {
    if (open !== '' && fitsTogether(open + sentence)) {
      open += sentence;
      continue;
    }
    parts.push(open);
    const cut = fits(sentence) ? [sentence] : splitSentence(sentence, language, fits);
    parts.push(...cut.slice(0, -1));
    open = cut.at(-1) ?? '';
  }
  parts.push(open);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Fills each part with words; a part ends at a comma in its second half, if there is one. */
function splitSentence(sentence: string, language: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = [];
  let open: string[] = [];
  const words = segmentsOf(sentence, language, 'word');
  for (const { segment: word } of words) {
    if (open.length === 0 || fits([...open, word].join(''))) {
      open.push(word);
      continue;
    }
    const comma = open.findLastIndex(
      (_, at) => at >= open.length / 2 && CLAUSE_MARK.test(open.slice(0, at + 1).join('')),
    );
    const end = comma === -1 ? open.length : comma + 1;
    parts.push(open.slice(0, end).join(''));
    open = [...open.slice(end), word];
  }
  return [...parts, open.join('')];
}

/** Joins texts as one voice would write them: with a space if the script uses spaces. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.reduce(
    (joined, text) =>
      joined === '' || text === '' || joinsWithoutSpace(joined, text) ? joined + text : `${joined} ${text}`,
    '',
  );
