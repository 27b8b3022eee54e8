import { segmentsOf } from '../../lib/segmenter-of.ts';

/** A word of a translation, and what it translates. */
export interface TranslatedWord {
  /** Its characters in the translation: from `start` up to, not including, `end`. */
  start: number;
  end: number;
  /** The character of the original at which the word begins that it translates. */
  source: number;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
};

const asHtml = (text: string): string => text.replaceAll(/[&<>]/gu, (sign) => ENTITIES[sign] ?? sign);
const asText = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/gu, (entity) => CHARACTERS[entity] ?? entity);

/** Stretches without a space: what is written together is said together. A script without spaces has its words instead. */
function wordsOf(text: string, language: string): { word: string; index: number }[] {
  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: written, index }) =>
    written.length <= LONGEST_WRITTEN
      ? [{ word: written, index }]
      : Array.from(segmentsOf(written, language, 'word'), ({ segment, index: at }) => ({
          word: segment,
          index: index + at,
        })),
  );
}

/** Longer than any word with its marks: a sentence of a script without spaces. */
const LONGEST_WRITTEN = 24;

/**
 * The text as HTML, each word in a tag that says where it begins. The engine reads the text without its tags, so that they change no
 * translation, and puts them around what the words became, by its own alignment.
 *
 * @param language BCP 47
 */
export function tagWords(text: string, language: string): string {
  let tagged = '';
  let end = 0;
  for (const { word, index } of wordsOf(text, language)) {
    tagged += `${text.slice(end, index)}<i id="${index}">${asHtml(word)}</i>`;
    end = index + word.length;
  }
  return tagged + text.slice(end);
}

const PIECE = /<i id="(\d+)">|<\/i>|[^<]+/gu;

/** The text of a translation, and where its words come from. */
export function readTagged(html: string): { text: string; words: TranslatedWord[] } {
  let text = '';
  const words: TranslatedWord[] = [];
  let source = 0;
  for (const [piece, id] of html.matchAll(PIECE)) {
    if (id !== undefined) source = Number(id);
    else if (!piece.startsWith('<')) {
      const plain = asText(piece);
      for (const { 0: part, index } of plain.matchAll(/\S+/gu)) {
        const start = text.length + index;
        const last = words.at(-1);
        // Marks and endings that a word was written together with may come from another one.
        if (last?.end === start) last.end = start + part.length;
        else words.push({ start, end: start + part.length, source });
      }
      text += plain;
    }
  }
  const leading = text.length - text.trimStart().length;
  return {
    text: text.trim(),
    words: words.map(({ start, end, source: from }) => ({
      start: start - leading,
      end: end - leading,
      source: from,
    })),
  };
}
