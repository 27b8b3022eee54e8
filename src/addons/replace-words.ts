import type { RecognisedWord } from '../engine/asr/asr-engine.ts';

/** Text that replaces recognised words. */
export interface Rewriting {
  /** The recognised words, in order; at least one. */
  recognised: readonly RecognisedWord[];
  /** The replacement; white space divides it into words. */
  target: string;
  /** Kept before and after it: the space, quotes, an elided article; a possessive, punctuation. */
  before: string;
  after: string;
}

const letters = (text: string): number => Math.max([...text].length, 1);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

/**
 * Writes a target over recognised words. If the number of words is the same, they keep their times and confidences;
 * otherwise the time from the first start to the last end is divided by the number of letters, and each word gets the
 * mean confidence.
 */
export function replaceWords({ recognised, target, before, after }: Rewriting): RecognisedWord[] {
  const first = recognised[0];
  const last = recognised.at(-1);
  const pieces = target.trim().split(/\s+/u);
  if (!first || !last || target.trim() === '') return [...recognised];
  const texts = pieces.map((piece, index) => {
    const opened = index === 0 ? before + piece : ` ${piece}`;
    return index === pieces.length - 1 ? opened + closing(piece, after) : opened;
  });
  if (pieces.length === recognised.length) {
    return recognised.map((word, index) => ({ ...word, word: texts[index] ?? word.word }));
  }
  const confidence = mean(recognised.map((word) => word.confidence));
  const total = pieces.reduce((sum, piece) => sum + letters(piece), 0);
  const seconds = Math.max(last.end - first.start, 0);
  let written = 0;
  return texts.map((word, index) => {
    const start = first.start + (seconds * written) / total;
    written += letters(pieces[index] ?? '');
    const end =
      index === texts.length - 1 ? Math.max(last.end, start) : first.start + (seconds * written) / total;
    return { word, start, end, confidence };
  });
}

/** "Inc." before a full stop has one dot, and behind "Yahoo!" it has none. */
function closing(piece: string, after: string): string {
  const mark = piece.at(-1) ?? '';
  const isEnded = /[!?！？]/u.test(mark) && /^[.。](?![.。])/u.test(after);
  return isEnded || (/[.!?。！？]/u.test(mark) && after.startsWith(mark)) ? after.slice(1) : after;
}
