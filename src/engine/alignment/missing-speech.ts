import { slowestSeconds } from './skipped-speech.ts';
import type { TimeSpan } from './speech-bounds.ts';

/** Speech without a plausible word for longer than this is missing from the text, seconds. */
const MISSING_SECONDS = 3;

/** So is a stretch of speech this long, with pauses around it, that has no word at all, seconds. */
const LONE_SECONDS = 0.5;

/** A word that reaches this far into such a stretch is none of it, seconds. */
const BARELY_SECONDS = 0.1;

/** Speech between two words, or beyond what a word can fill, that may be part of it, seconds. */
const LOOSE_SECONDS = 0.7;

/** Plausible words in a row that do not end it: a text stretched over a sentence has some. */
const MOST_PLAUSIBLE = 2;

/** A stretch of audio whose speech the text leaves out. */
export interface MissingSpeech extends TimeSpan {
  /** Seconds of speech without a plausible word. */
  seconds: number;
  /** Whether it has a whole stretch of speech without any word. */
  lone: boolean;
  /** The stretched words in it: `words.slice(from, to)`. */
  from: number;
  to: number;
}

/** Seconds of speech in a stretch. */
export function speechSeconds(speech: readonly TimeSpan[], { start, end }: TimeSpan): number {
  return speech.reduce(
    (sum, span) => sum + Math.max(Math.min(span.end, end) - Math.max(span.start, start), 0),
    0,
  );
}

/**
 * Stretches with more than three seconds of speech, by voice activity, and no plausible words (both in order, in seconds):
 * gaps between words, words far too long, words scattered over speech that would hold many more, and stretches between
 * pauses without any word.
 */
export function missingSpeech(
  speech: readonly TimeSpan[],
  words: readonly { word: string; start: number; end: number }[],
): MissingSpeech[] {
  const end = speech.at(-1)?.end ?? 0;
  const found: MissingSpeech[] = [];
  let open: MissingSpeech | null = null;
  let plausible = 0;
  const close = () => {
    if (open && (open.lone || open.seconds > MISSING_SECONDS)) found.push(open);
    open = null;
  };
  const extend = (span: TimeSpan, seconds: number, from: number, to: number) => {
    const lone = from === to && loneSpeech(speech, span) !== null;
    open = open
      ? { ...open, end: span.end, seconds: open.seconds + seconds, lone: open.lone || lone, to }
      : { start: span.start, end: span.end, seconds, lone, from, to };
    plausible = 0;
  };
  for (let index = 0; index <= words.length; index += 1) {
    const word = words[index];
    const gap = {
      start: words[index - 1]?.end ?? 0,
      end: word?.start ?? Math.max(end, words.at(-1)?.end ?? 0),
    };
    const between = speechSeconds(speech, gap);
    const lone = loneSpeech(speech, gap);
    // What is beside it belongs to the words there.
    if (lone && between - speechSeconds(speech, lone) <= LOOSE_SECONDS) extend(lone, between, index, index);
    else if (between > LOOSE_SECONDS) extend(gap, between, index, index);
    if (!word) break;
    const beyond = speechSeconds(speech, word) - slowestSeconds(word.word);
    if (beyond > LOOSE_SECONDS) {
      extend(word, beyond, index, index + 1);
      continue;
    }
    plausible += 1;
    if (plausible > MOST_PLAUSIBLE) close();
  }
  close();
  return found;
}

/** From the first to the last long stretch of speech that is in a gap between words; null if there is none. */
function loneSpeech(speech: readonly TimeSpan[], gap: TimeSpan): TimeSpan | null {
  const lone = speech.filter(
    ({ start, end }) =>
      end - start >= LONE_SECONDS && start >= gap.start - BARELY_SECONDS && end <= gap.end + BARELY_SECONDS,
  );
  const [first] = lone;
  return first ? { start: first.start, end: lone.at(-1)?.end ?? first.end } : null;
}
