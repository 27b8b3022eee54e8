import type { Word } from '../../../contract/transcripts/utterance.ts';
import { hasUnspacedScript } from '../../../engine/transcript/unspaced-script.ts';
import { append } from '../../../lib/append.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import { shareSpan } from '../../words/retime-words.ts';
import { LIMITS, MARKS } from '../vocabulary/patterns.ts';

/**
 * Words with the marks that are items of their own: those that close belong to the word before, those that open to the next one, and
 * others to the word before if they have no time.
 *
 * @param text of the words; marks with a space before them in it, as in French, keep it
 */
export function joinMarks<Part extends Pick<SpokenPart, 'word' | 'start' | 'end'>>(
  words: readonly Part[],
  text: string,
): Part[] {
  const apart = new Set(text.match(/(?<=\s)[^\p{L}\p{N}\s]+/gu));
  const shown: Part[] = [];
  let [opening, isQuoted] = ['', false];
  for (const word of words.filter((one) => one.word.trim() !== '')) {
    const mark = word.word.trim();
    const last = shown.at(-1);
    const isQuote = mark === '"';
    const closes = (isQuote ? isQuoted : MARKS.closingMark.test(mark)) && !apart.has(mark);
    const opens = isQuote ? !isQuoted : MARKS.openingMark.test(mark);
    isQuoted = isQuote !== isQuoted;
    if (opens) opening += opening === '' ? word.word.trimEnd() : mark;
    else if (
      last &&
      opening === '' &&
      (closes || (typeof word.start !== 'number' && MARKS.anyMark.test(mark)))
    ) {
      last.word += mark;
      last.end = word.end ?? last.end;
    } else {
      shown.push(opening === '' ? { ...word } : { ...word, word: opening + mark });
      opening = '';
    }
  }
  const last = shown.at(-1);
  if (last) last.word += opening;
  return shown;
}

/** A word as recognisers write it; its numbers may be missing. */
export interface SpokenPart {
  word: string;
  start: number | null;
  end: number | null;
  confidence: number | null;
}

interface Segment {
  start: number;
  end: number;
  text: string;
}

/** Each word with the space that its text has before it; some programs leave it out. */
function withSpaces(words: readonly string[], text: string): string[] {
  let at = 0;
  return words.map((word, index) => {
    const bare = word.trim();
    const offset = text.slice(at, at + LIMITS.wordInText + bare.length).indexOf(bare);
    const found = offset < 0 ? -1 : at + offset;
    if (found >= 0) at = found + bare.length;
    const spaced = found > 0 ? /\s/u.test(text.charAt(found - 1)) : index > 0 && !hasUnspacedScript(bare);
    return spaced || /^\s/u.test(word) ? ` ${bare}` : bare;
  });
}

/**
 * The words of a segment with their times; those without any share the time between their neighbours, and that of the word before if it
 * has no end.
 */
export function spokenWords(words: readonly SpokenPart[], { start, end, text }: Segment): Word[] {
  const shown = words.filter(({ word }) => word.trim() !== '');
  const texts = withSpaces(
    shown.map(({ word }) => word),
    text,
  );
  const made: Word[] = [];
  for (let at = 0; at < shown.length; ) {
    const first = shown[at];
    const isTimed = typeof first?.start === 'number';
    let next = at + 1;
    while (next < shown.length && typeof shown[next]?.start !== 'number') next++;
    const begin = isTimed ? Math.max(0, first.start ?? 0) : (made.at(-1)?.end ?? start);
    const isWhole = isTimed && (first.end !== null || next === at + 1);
    if (isWhole) {
      const until = Math.max(begin, first.end ?? shown[next]?.start ?? end);
      const confidence = Math.min(1, Math.max(0, first.confidence ?? 1));
      made.push({
        word: texts[at] ?? '',
        start: roundSeconds(begin),
        end: roundSeconds(until),
        confidence,
      });
      next = at + 1;
    } else append(made, shareSpan(texts.slice(at, next), begin, Math.max(begin, shown[next]?.start ?? end)));
    at = next;
  }
  return made;
}

/** The words of each of some spans, in order: those whose middle is before its end. */
export function wordsOfSpans<Word extends Pick<SpokenPart, 'start' | 'end'>>(
  spans: readonly { end: number | null }[],
  words: readonly Word[],
): Word[][] {
  let next = 0;
  const middle = ({ start, end }: Word) => ((start ?? 0) + (end ?? start ?? 0)) / 2;
  return spans.map(({ end }) => {
    const first = next;
    for (let word = words[next]; word && (end === null || middle(word) < end); word = words[next]) next++;
    return words.slice(first, next);
  });
}
