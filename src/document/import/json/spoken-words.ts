import type { Word } from '../../../contract/transcripts/utterance.ts';
import { hasUnspacedScript } from '../../../engine/transcript/unspaced-script.ts';
import { append } from '../../../lib/append.ts';
import { shareSpan } from '../../words/retime-words.ts';

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

/** How far behind the word before it a word is looked for in the text. */
const FARTHEST = 200;

/** Each word with the space that its text has before it; some programs leave it out. */
function withSpaces(words: readonly string[], text: string): string[] {
  let at = 0;
  return words.map((word, index) => {
    const bare = word.trim();
    const offset = text.slice(at, at + FARTHEST + bare.length).indexOf(bare);
    const found = offset < 0 ? -1 : at + offset;
    if (found >= 0) at = found + bare.length;
    const spaced = found > 0 ? /\s/u.test(text.charAt(found - 1)) : index > 0 && !hasUnspacedScript(bare);
    return spaced || /^\s/u.test(word) ? ` ${bare}` : bare;
  });
}

/** The words of a segment with their times; those without any share the time between their neighbours. */
export function spokenWords(words: readonly SpokenPart[], { start, end, text }: Segment): Word[] {
  const shown = words.filter(({ word }) => word.trim() !== '');
  const texts = withSpaces(
    shown.map(({ word }) => word),
    text,
  );
  const made: Word[] = [];
  for (let at = 0; at < shown.length; ) {
    const { start: given, end: until, confidence } = shown[at] ?? {};
    if (typeof given === 'number') {
      const from = Math.max(0, given);
      const sure = Math.min(1, Math.max(0, confidence ?? 1));
      made.push({
        word: texts[at] ?? '',
        start: from,
        end: Math.max(from, until ?? shown[at + 1]?.start ?? end),
        confidence: sure,
      });
      at++;
      continue;
    }
    let next = at + 1;
    while (next < shown.length && typeof shown[next]?.start !== 'number') next++;
    const begin = made.at(-1)?.end ?? start;
    const close = Math.max(begin, shown[next]?.start ?? end);
    append(made, shareSpan(texts.slice(at, next), begin, close));
    at = next;
  }
  return made;
}
