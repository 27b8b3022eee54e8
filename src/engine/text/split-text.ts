import { sentencesOf } from '../transcript/text-sentences.ts';
import { joinsWithoutSpace } from '../transcript/unspaced-script.ts';

const CLAUSE_MARK = /[,;:–—،、，；：]["'”’»)]?\s*$/u;

/** What a model reads at once. */
export interface ReadingLimits {
  /** One sentence. */
  fits: (sentence: string) => boolean;
  /** Several of them: models that were trained on single sentences lose some of many. */
  fitsTogether: (sentences: string) => boolean;
}

/**
 * Splits a text into parts that a model can read, as few as there can be: at ends of sentences; where a sentence alone is too
 * long, after a comma or the like, else between words. A single word may still be too long.
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

/** Fills each part with words; where it has a comma in its second half, the part ends there. */
function splitSentence(sentence: string, language: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = [];
  let open: string[] = [];
  const words = new Intl.Segmenter(language, { granularity: 'word' }).segment(sentence);
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

/** Puts texts together as one voice writes them: with a space, where the script has spaces. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.reduce(
    (joined, text) =>
      joined === '' || text === '' || joinsWithoutSpace(joined, text) ? joined + text : `${joined} ${text}`,
    '',
  );
