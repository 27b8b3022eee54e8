import type {
  CorrectedTranscript,
  CorrectedWord,
  Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';
import { firstIndex } from '../../lib/first-index.ts';
import { joinedWords, paragraphText, withWords } from '../paragraphs.ts';
import { joinedTranslations, untranslated } from '../translations/split-translations.ts';
import { retimeWords } from '../words/retime-words.ts';
import { splitText } from '../words/split-into-words.ts';
import type { Change } from './change.ts';

/** The words whose text is a stretch of a paragraph's, in characters, and where their text begins. */
interface Run {
  first: number;
  /** After the last. */
  end: number;
  from: number;
  to: number;
}

/** Where each word begins in the paragraph's text, its space included; then the text's end. */
export function wordOffsets({ words }: Pick<Paragraph, 'words'>): number[] {
  const skipped = words[0] ? words[0].word.length - words[0].word.trimStart().length : 0;
  let at = -skipped;
  const offsets = words.map(({ word }) => {
    const from = at;
    at += word.length;
    return Math.max(0, from);
  });
  return [...offsets, Math.max(0, at)];
}

/** Index of the word at a place in the paragraph's text; the last one at its end, -1 without words. */
export function wordAt(paragraph: Pick<Paragraph, 'words'>, offset: number): number {
  const offsets = wordOffsets(paragraph);
  return firstIndex(paragraph.words.length, (index) => (offsets[index] ?? 0) > offset) - 1;
}

/** The words that touch the stretch of a text that differs between two texts. */
function changedRun(paragraph: Paragraph, old: string, text: string): { run: Run; texts: string[] } {
  let head = 0;
  while (head < old.length && head < text.length && old[head] === text[head]) head++;
  let tail = 0;
  const rest = Math.min(old.length, text.length) - head;
  while (tail < rest && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
  const offsets = wordOffsets(paragraph);
  const count = paragraph.words.length;
  // A change at a word's edge may join it with its neighbour.
  const first = Math.max(
    0,
    offsets.findLastIndex((offset, index) => index < count && offset < head),
  );
  const after = offsets.findIndex((offset, index) => index > first && offset > old.length - tail);
  const end = after === -1 ? count : after;
  const from = offsets[first] ?? 0;
  const to = offsets[end] ?? old.length;
  const changed = text.slice(from, text.length - (old.length - to));
  return { run: { first, end, from, to }, texts: splitText(changed, paragraph.language) };
}

/**
 * The struck word right before which something was typed, and the paragraph's text up to it: that is words of its own, which nobody
 * struck. Null if anything else was changed.
 */
function typedBeforeStruck({ words }: Paragraph, old: string, text: string) {
  const grown = text.length - old.length;
  if (grown <= 0) return null;
  const offsets = wordOffsets({ words });
  for (const [index, word] of words.entries()) {
    if (!word.struck) continue;
    const spaces = index === 0 ? 0 : word.word.length - word.word.trimStart().length;
    const at = (offsets[index] ?? 0) + spaces;
    const before = text.slice(0, at + grown);
    if (before.slice(at).trim() === '') continue;
    if (before.startsWith(old.slice(0, at)) && text.slice(at + grown) === old.slice(at))
      return { index, word, before };
  }
  return null;
}

/** The paragraph's words for another text; times as `retimeWords` gives them. */
export function wordsForText(
  paragraph: Paragraph,
  text: string,
  limits: { earliest?: number; latest?: number } = {},
): CorrectedWord[] {
  const old = paragraphText(paragraph);
  const { words } = paragraph;
  if (words.length === 0) {
    const texts = splitText(text, paragraph.language);
    const { start, end } = paragraph;
    const stay: CorrectedWord = { word: '', start, end, confidence: 1 };
    return retimeWords(end > start ? [stay] : [], texts, { ...limits, earliest: start });
  }
  const typed = typedBeforeStruck(paragraph, old, text);
  if (typed) {
    const { index, word, before } = typed;
    const head = { ...paragraph, words: words.slice(0, index), end: word.start };
    const spaced = { ...word, word: (/\s$/u.test(before) ? ' ' : '') + word.word.trimStart() };
    const latest = Math.min(limits.latest ?? word.start, word.start);
    return [
      ...wordsForText(head, before.trimEnd(), { ...limits, latest }),
      spaced,
      ...words.slice(index + 1),
    ];
  }
  const { run, texts } = changedRun(paragraph, old, text);
  // The neighbours are anchors: they bound what is added between them.
  const from = Math.max(0, run.first - 1);
  const to = Math.min(words.length, run.end + 1);
  const kept = (some: readonly CorrectedWord[]) => some.map(({ word }) => word);
  const retimed = retimeWords(
    words.slice(from, to),
    [...kept(words.slice(from, run.first)), ...texts, ...kept(words.slice(run.end, to))],
    limits,
  );
  return [...words.slice(0, from), ...retimed, ...words.slice(to)];
}

/** How far words at a paragraph's ends may reach: to the neighbours of the same channel. */
function limitsOf({ paragraphs, duration }: CorrectedTranscript, index: number) {
  const channel = paragraphs[index]?.channel;
  const before = paragraphs.slice(0, index).findLast((one) => one.channel === channel);
  const after = paragraphs.find((one, at) => at > index && one.channel === channel);
  return {
    earliest: before?.end ?? 0,
    latest: after?.start ?? Math.max(duration, paragraphs[index]?.end ?? 0),
  };
}

/** Sets a paragraph's text; null if that changes nothing. */
export function setText(document: CorrectedTranscript, index: number, text: string): Change | null {
  const paragraph = document.paragraphs[index];
  if (!paragraph || paragraphText(paragraph) === text.trimStart()) return null;
  const words = wordsForText(paragraph, text, limitsOf(document, index));
  return { at: index, remove: 1, insert: [withWords(paragraph, words)] };
}

/** Index of the word before whose letters a place is, in or beside the space; -1 within a word. */
function wordBegun(words: CorrectedWord[], offset: number): number {
  const offsets = wordOffsets({ words });
  return words.findIndex(({ word }, index) => {
    const from = offsets[index] ?? 0;
    return offset >= from && offset <= from + word.length - word.trimStart().length;
  });
}

/** Splits a paragraph at a place in its text; at its end, the next one is empty. Null at its start. */
export function splitParagraph(document: CorrectedTranscript, index: number, offset: number): Change | null {
  const paragraph = document.paragraphs[index];
  if (!paragraph) return null;
  const text = paragraphText(paragraph);
  const [head, tail] = [text.slice(0, offset), text.slice(offset)];
  if (head.trim() === '') return null;
  if (tail.trim() === '') return emptyAfter(document, index, paragraph);
  const between = wordBegun(paragraph.words, offset) > 0;
  // A word that is cut becomes two.
  const words = between ? paragraph.words : wordsForText(paragraph, `${head} ${tail}`);
  const at = wordBegun(words, head.length);
  const { next } = document;
  return {
    at: index,
    remove: 1,
    insert: [
      withWords(paragraph, words.slice(0, at)),
      withWords({ ...untranslated(paragraph), id: `p${next}` }, words.slice(at)),
    ],
    next: next + 1,
  };
}

function emptyAfter({ next }: CorrectedTranscript, index: number, paragraph: Paragraph): Change {
  const empty = { ...untranslated(paragraph), id: `p${next}`, words: [], start: paragraph.end };
  return { at: index + 1, remove: 0, insert: [empty], next: next + 1 };
}

/** Joins a paragraph with the one before it, whose speaker it takes; null for the first. */
export function joinParagraphs(document: CorrectedTranscript, index: number): Change | null {
  const before = document.paragraphs[index - 1];
  const paragraph = document.paragraphs[index];
  if (!before || !paragraph) return null;
  const words = joinedWords(before.words, paragraph.words);
  const joined = words.length === 0 ? { ...before, end: paragraph.end } : withWords(before, words);
  return { at: index - 1, remove: 2, insert: [{ ...joined, ...joinedTranslations(before, paragraph) }] };
}
