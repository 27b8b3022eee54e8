import type { Word } from '../../contract/transcripts/utterance.ts';
import { SENTENCE_MARKS } from '../../engine/transcript/closing-marks.ts';
import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import type { SpokenUtterance } from '../../engine/transcript/utterance-words.ts';
import { append } from '../../lib/append.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';
import type { CaptionPiece } from './caption-piece.ts';
import { cleanText } from './clean-text.ts';
import { columnsOf } from './columns-of.ts';

/** Marks that never start a row: they belong to what precedes them, as signs of repetition do in Thai, Lao and Khmer. */
const CLOSING = /^(?:(?![¿¡])[\p{Pe}\p{Pf}\p{Po}\p{Mn}ー々〜～°ๆฯໆຯៗ\u200b])+$/u;
/** Whether a text has only marks that belong to what precedes them. */
export const isClosing = (text: string): boolean => CLOSING.test(text.replaceAll(/\s/gu, ''));

/** Marks that never end a row. */
const OPENING = /^[\p{Ps}\p{Pi}¿¡]+$/u;
/** A dash between spaces remains with what is before; behind the end of a sentence it begins the next. */
const DASH = /^[-–—]$/u;
const ENDS_SENTENCE = /[.!?…:]["'”’»)]*$/u;
/** Preferred break points of a word wider than a row. */
const BREAKS_WORD = /[-‐–—/_.@]$/u;
const ENDS_SENTENCE_ALWAYS = new RegExp(`[${SENTENCE_MARKS}][\\p{Pe}\\p{Pf}]*$`, 'u');

/** Part of an utterance's text, in UTF-16 units. */
interface Span {
  from: number;
  to: number;
}

interface TimedSpan extends Span {
  startMs: number;
  endMs: number;
  endsSentence: boolean;
}

interface SpannedText {
  text: string;
  words: TimedSpan[];
}

/** Joins the words' texts and records their positions. */
function spanText(words: readonly Word[], lastOfSentence: ReadonlySet<Word>): SpannedText {
  let text = '';
  const spans: TimedSpan[] = [];
  for (const word of words) {
    const clean = cleanText(word.word);
    const from = text.length + clean.length - clean.trimStart().length;
    const to = Math.max(text.length + clean.trimEnd().length, from);
    text += clean;
    if (to === from) continue;
    const startMs = Math.round(word.start * 1000);
    const endMs = Math.max(Math.round(word.end * 1000), startMs);
    spans.push({ from, to, startMs, endMs, endsSentence: lastOfSentence.has(word) });
  }
  return { text, words: spans };
}

/** In unspaced scripts, rows may break between dictionary words. */
function cutUnspaced(text: string, offset: number, language: string): Span[] {
  const segments = [...segmentsOf(text, language, 'word')];
  const spans: Span[] = [];
  let glued = false;
  /** Whether what the last span has so far is of such a script. */
  let unspaced = false;
  for (const { segment, index } of segments) {
    const span = { from: offset + index, to: offset + index + segment.length };
    const last = spans.at(-1);
    const own = hasUnspacedScript(segment);
    if (last && (glued || !(unspaced || own) || CLOSING.test(segment))) {
      last.to = span.to;
      unspaced ||= own;
    } else {
      spans.push(span);
      unspaced = own;
    }
    glued = OPENING.test(segment);
  }
  return spans;
}

/** Parts between which a row may break. Isolated marks, as before ":" in French, remain with their word. */
function breakableSpans(text: string, language: string): Span[] {
  const spans: Span[] = [];
  let glued = false;
  let before = '';
  for (const { 0: chunk, index } of text.matchAll(/[^ ]+/gu)) {
    const last = spans.at(-1);
    const to = index + chunk.length;
    const isDash = DASH.test(chunk);
    const closes = isDash && before !== '' && !ENDS_SENTENCE.test(before);
    if (last && (glued || closes || CLOSING.test(chunk))) last.to = to;
    else if (hasUnspacedScript(chunk)) append(spans, cutUnspaced(chunk, index, language));
    else spans.push({ from: index, to });
    // "5 – 7" is one number.
    const isRange = closes && /\p{Nd}$/u.test(before) && /^ *\p{Nd}/u.test(text.slice(to, to + 9));
    glued = isRange || (isDash && !closes) || OPENING.test(chunk);
    before = chunk;
  }
  return spans;
}

/**
 * Splits a part wider than a row; a single character may still be too wide. Marks remain with what they belong to, where a row holds
 * both.
 */
function cutWide({ from, to }: Span, text: string, columnsPerRow: number): Span[] {
  const whole = text.slice(from, to);
  if (columnsOf(whole) <= columnsPerRow) return [{ from, to }];
  const spans: Span[] = [];
  let start = from;
  /** The last place where no mark is parted, and the last one behind a mark that breaks words. */
  let fair = from;
  let good = from;
  let before = '';
  /** Columns since `start`: a text is as wide as its graphemes together. */
  let columns = 0;
  for (const { segment, index } of segmentsOf(whole, undefined, 'grapheme')) {
    const begin = from + index;
    const end = begin + segment.length;
    if (!CLOSING.test(segment) && !OPENING.test(before)) {
      fair = begin;
      // A mark near the start of a row does not justify leaving the rest of it empty.
      if (BREAKS_WORD.test(before) && (begin - start) * 2 > columnsPerRow) good = begin;
    }
    columns += columnsOf(segment);
    while (begin > start && columns > columnsPerRow) {
      const at = [good, fair, begin].find((place) => place > start) ?? begin;
      spans.push({ from: start, to: at });
      start = at;
      columns = columnsOf(text.slice(start, end));
    }
    before = segment;
  }
  if (start < to) spans.push({ from: start, to });
  return spans;
}

const isSpace = (sign = ''): boolean => /\s/u.test(sign);

function trimSpan({ from, to }: Span, text: string): Span {
  let start = from;
  let end = to;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return { from: start, to: end };
}

/** Time of the character at an offset: proportional within its word. */
function timeAt(word: TimedSpan, offset: number): number {
  const share = (offset - word.from) / (word.to - word.from);
  return Math.round(word.startMs + (word.endMs - word.startMs) * Math.min(Math.max(share, 0), 1));
}

/**
 * Splits an utterance into the pieces that rows are made of: at spaces, at word boundaries in unspaced scripts, and
 * between graphemes if a word is wider than a row. The pieces contain the utterance's text except for spaces.
 *
 * @param words of the utterance
 * @param lastOfSentence the words that end a sentence
 */
export function cutPieces(
  words: readonly Word[],
  { language }: Pick<SpokenUtterance, 'language'>,
  lastOfSentence: ReadonlySet<Word>,
  columnsPerRow: number,
): CaptionPiece[] {
  const { text, words: spans } = spanText(words, lastOfSentence);
  const pieces: CaptionPiece[] = [];
  let next = 0;
  for (const whole of breakableSpans(text, language)) {
    for (const part of cutWide(whole, text, columnsPerRow)) {
      const { from, to } = trimSpan(part, text);
      if (from >= to) continue;
      while (next < spans.length - 1 && (spans[next]?.to ?? 0) <= from) next++;
      const first = spans[next];
      let end = next;
      while (end < spans.length - 1 && (spans[end + 1]?.from ?? to) < to) end++;
      const last = spans[end];
      if (!first || !last) continue;
      const own = text.slice(from, to).replace(/ +/gu, ' ');
      const afterSpace = isSpace(text[from - 1]);
      const ended = spans.slice(next, end + 1).some((span) => span.endsSentence && span.to <= to);
      pieces.push({
        text: own,
        columns: columnsOf(own),
        startMs: timeAt(first, from),
        endMs: Math.max(timeAt(last, to), timeAt(first, from)),
        spaceBefore: afterSpace,
        language,
        endsSentence: ended || ENDS_SENTENCE_ALWAYS.test(own),
        continuesWord: from > whole.from && !afterSpace,
      });
    }
  }
  return pieces;
}
