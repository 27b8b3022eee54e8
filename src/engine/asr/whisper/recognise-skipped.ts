import { type MissingSpeech, missingSpeech, speechSeconds } from '../../alignment/missing-speech.ts';
import { gapsBetween, type TimeSpan } from '../../alignment/speech-bounds.ts';
import type { RecognisedWord } from '../asr-engine.ts';
import { letters } from './words/without-repeats.ts';

/** Words of a stretch of audio (seconds of the whole), and whether the model was sure of its text. */
export type RecogniseStretch = (
  span: TimeSpan,
  attempt: number,
) => Promise<{ words: RecognisedWord[]; sure: boolean }>;

/** Maximum number of stretches recognised again in one window. */
const MOST_STRETCHES = 3;

/** How a stretch is cut when it is recognised again: whole, in two, in parts of about eight seconds, in phrases, in words. */
const PART_SECONDS = [30, 15, 8, 3, 1] as const;
/** Parts of so many seconds and less are cut in pauses alone, and only where longer ones cut nothing. */
const PHRASE_SECONDS = 3;
const UNCUT_SECONDS = 10;

/** Silence kept before and after a stretch that is recognised again, as far as there is any, seconds. */
const MARGIN_SECONDS = 0.3;

/** If this share of the speech has no words, nothing in the text can be trusted: its words are in the wrong places. */
const FAILED_SHARE = 1 / 3;

/** Less speech is often no word: the model then makes one up, of which it is not sure. */
const SHORT_SECONDS = 3;
const MIN_CONFIDENCE = 0.5;

/** Less that still has no words is a breath or an "uh", and not worth a note, seconds. */
const REPORTED_SECONDS = 1;

/** A stretch this much of the whole would be recognised as before. */
const SAME_SHARE = 0.8;

/** Words this far from detected speech are not part of it, seconds. */
const NEAR_SPEECH = 0.3;

/** Kept words in a row that also occur in what was recognised again were in the wrong place. */
const MISPLACED_WORDS = 3;

/** The same word at both sides of a cut, this close together, was said once, seconds. */
const REPEATED_WITHIN = 1;

export interface CompletedWords {
  words: RecognisedWord[];
  /** Speech that still has no words. */
  unheard: TimeSpan[];
}

/**
 * Recognises again where the text leaves out speech, each time cut differently: a model that skipped a stretch once does
 * so again if it recognises the same. Stretched words make way for what is recognised in their place. New words are taken only
 * if the model is sure of them and they explain more of the speech.
 *
 * @param speech from voice activity, in order, seconds
 */
export async function recogniseSkipped(
  recognised: readonly RecognisedWord[],
  speech: readonly TimeSpan[],
  recognise: RecogniseStretch,
): Promise<CompletedWords> {
  let words = [...recognised];
  const unheard: MissingSpeech[] = [];
  for (let round = 0; round < MOST_STRETCHES; round += 1) {
    const [missing] = missingSpeech(speech, words)
      .filter((one) => !unheard.some((other) => other.start < one.end && one.start < other.end))
      .toSorted((a, b) => b.seconds - a.seconds);
    if (!missing) break;
    const filled = await fill(widened(missing, words, speech), words, speech, recognise);
    words = filled.words;
    unheard.push(...filled.unheard);
  }
  const reported = unheard.filter(({ seconds }) => seconds >= REPORTED_SECONDS);
  return {
    words,
    unheard: reported.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start),
  };
}

/** A text that leaves out much of the speech is recognised again from its beginning. */
function widened(
  missing: MissingSpeech,
  words: readonly RecognisedWord[],
  speech: readonly TimeSpan[],
): MissingSpeech {
  const end = Math.max(speech.at(-1)?.end ?? 0, words.at(-1)?.end ?? 0);
  const whole = { start: 0, end };
  const isGap = missing.lone && missing.from === missing.to;
  if (isGap || missing.seconds < FAILED_SHARE * speechSeconds(speech, whole)) return missing;
  return { ...whole, seconds: leftOver(speech, words), lone: missing.lone, from: 0, to: words.length };
}

async function fill(
  missing: MissingSpeech,
  words: readonly RecognisedWord[],
  speech: readonly TimeSpan[],
  recognise: RecogniseStretch,
): Promise<{ words: RecognisedWord[]; unheard: MissingSpeech[] }> {
  let before = words.slice(0, missing.from);
  let after = words.slice(missing.to);
  const all = speech.at(-1)?.end ?? missing.end;
  const inside = speech.flatMap(({ start, end }) => {
    const span = { start: Math.max(start, missing.start), end: Math.min(end, missing.end) };
    return span.end > span.start ? [span] : [];
  });
  let best = { words: words.slice(missing.from, missing.to), left: missing.seconds, isLastHere: false };
  let attempt = 0;
  for (const seconds of PART_SECONDS) {
    const parts = cut(missing, speech, seconds);
    // The same cut would yield the same text.
    const same = missing.end - missing.start > SAME_SHARE * all || seconds !== PART_SECONDS[0];
    if (same && parts.length === 1) continue;
    if (seconds <= PHRASE_SECONDS && missing.end - missing.start > UNCUT_SECONDS) continue;
    const { found, isLastHere } = await recogniseParts(parts, before, speech, (part) => {
      attempt += 1;
      return recognise(part, attempt);
    });
    const kept = withoutLastRepeat(found, after[0]).filter(
      (word) =>
        speechSeconds(inside, { start: word.start - NEAR_SPEECH, end: word.end + NEAR_SPEECH }) > 0 &&
        word.end > missing.start &&
        word.start < missing.end,
    );
    const left = leftOver(inside, kept);
    if (missing.seconds < SHORT_SECONDS && confidenceOf(kept) < MIN_CONFIDENCE) continue;
    if (left < best.left) best = { words: kept, left, isLastHere };
    if (leftOver(inside, best.words) === 0) break;
  }
  before = withoutMisplaced(best.isLastHere ? before.slice(0, -1) : before, best.words);
  after = withoutMisplaced(after, best.words);
  return {
    words: inOrder([...before, ...best.words, ...after]),
    unheard: missingSpeech(inside, best.words).map((one) => ({
      ...one,
      start: Math.max(one.start, missing.start),
      end: Math.min(one.end, missing.end),
    })),
  };
}

/** Words of the parts of a stretch, none twice, and whether the last one before it is the first of them. */
async function recogniseParts(
  parts: readonly TimeSpan[],
  before: readonly RecognisedWord[],
  speech: readonly TimeSpan[],
  recognise: (part: TimeSpan) => ReturnType<RecogniseStretch>,
): Promise<{ found: RecognisedWord[]; isLastHere: boolean }> {
  const found: RecognisedWord[] = [];
  let isLastHere = false;
  for (const part of parts) {
    const { words, sure } = await recognise(part);
    if (!sure) continue;
    isLastHere ||= found.length === 0 && isSaidBehind(before, words, part, speech);
    found.push(...withoutRepeats(found.at(-1) ?? before.at(isLastHere ? -2 : -1), words));
  }
  return { found, isLastHere };
}

/** Whether a stretch begins with the last word before it, whose own stretch has others: it was put on the wrong side of the pause. */
function isSaidBehind(
  before: readonly RecognisedWord[],
  [first]: readonly RecognisedWord[],
  stretch: TimeSpan,
  speech: readonly TimeSpan[],
): boolean {
  const [other, last] = before.slice(-2);
  if (!first || !other || !last || !isRepeat(last, first)) return false;
  const own = speech.find(({ end }) => end > last.start);
  return own !== undefined && own.end <= stretch.start + MARGIN_SECONDS && other.end > own.start;
}

/** Without the runs of words that were recognised again elsewhere. */
function withoutMisplaced(
  kept: readonly RecognisedWord[],
  found: readonly RecognisedWord[],
): RecognisedWord[] {
  const text = ` ${found.map(({ word }) => letters(word)).join(' ')} `;
  const misplaced = new Set<number>();
  for (let from = 0; from + MISPLACED_WORDS <= kept.length; from += 1) {
    const run = kept.slice(from, from + MISPLACED_WORDS).map(({ word }) => letters(word));
    if (!text.includes(` ${run.join(' ')} `)) continue;
    for (let index = from; index < from + MISPLACED_WORDS; index += 1) misplaced.add(index);
  }
  return kept.filter((_, index) => !misplaced.has(index));
}

const confidenceOf = (words: readonly RecognisedWord[]): number =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;

const leftOver = (speech: readonly TimeSpan[], words: readonly RecognisedWord[]): number =>
  missingSpeech(speech, words).reduce((sum, { seconds }) => sum + seconds, 0);

/** The stretch in parts of at most about `seconds`, cut in the longest pauses. */
function cut(stretch: TimeSpan, speech: readonly TimeSpan[], seconds: number): TimeSpan[] {
  const length = stretch.end - stretch.start;
  const middle = length > seconds * 1.25 ? cutPoint(stretch, speech, seconds) : null;
  if (middle !== null) {
    return [
      ...cut({ start: stretch.start, end: middle }, speech, seconds),
      ...cut({ start: middle, end: stretch.end }, speech, seconds),
    ];
  }
  // What is said on the other side of a short pause belongs to the part there, and silence beyond the margin to none.
  const own = speech.filter(({ start, end }) => start < stretch.end && end > stretch.start);
  const from = Math.max(stretch.start, own[0]?.start ?? 0) - MARGIN_SECONDS;
  const to = Math.min(stretch.end, own.at(-1)?.end ?? stretch.end) + MARGIN_SECONDS;
  const before = speech.findLast(({ end }) => end <= stretch.start)?.end ?? 0;
  const after = speech.find(({ start }) => start >= stretch.end)?.start ?? Number.POSITIVE_INFINITY;
  return [{ start: Math.max(from, before, 0), end: Math.min(to, after) }];
}

/** Where a stretch is cut; null for a phrase without pauses. */
function cutPoint(stretch: TimeSpan, speech: readonly TimeSpan[], seconds: number): number | null {
  const length = stretch.end - stretch.start;
  const isPhrase = seconds <= PHRASE_SECONDS;
  const edge = isPhrase ? 0 : length / 5;
  const inner = gapsBetween(speech)
    .map(({ start, end }) => ({ middle: (start + end) / 2, length: end - start }))
    .filter(({ middle }) => middle > stretch.start + edge && middle < stretch.end - edge);
  const centre = (stretch.start + stretch.end) / 2;
  // A pause near the middle is worth more than a slightly longer one at the edge.
  const worth = (pause: (typeof inner)[number]) => pause.length - Math.abs(pause.middle - centre) / length;
  const [best] = inner.toSorted((a, b) => worth(b) - worth(a));
  return best?.middle ?? (isPhrase ? null : centre);
}

const isRepeat = (one: RecognisedWord, next: RecognisedWord): boolean =>
  letters(one.word) === letters(next.word) && next.start - one.end < REPEATED_WITHIN;

/** Without words that the cut's other side has already. */
function withoutRepeats(
  last: RecognisedWord | undefined,
  words: readonly RecognisedWord[],
): RecognisedWord[] {
  const [first, ...rest] = words;
  if (!first || !last) return [...words];
  return isRepeat(last, first) || first.end <= last.end ? withoutRepeats(last, rest) : [first, ...rest];
}

function withoutLastRepeat(
  words: readonly RecognisedWord[],
  next: RecognisedWord | undefined,
): RecognisedWord[] {
  const last = words.at(-1);
  if (!last || !next) return [...words];
  return isRepeat(last, next) || last.start >= next.start
    ? withoutLastRepeat(words.slice(0, -1), next)
    : [...words];
}

/** Words of neighbouring recognitions can overlap by a few hundredths of a second. */
function inOrder(words: readonly RecognisedWord[]): RecognisedWord[] {
  let earliest = 0;
  return words.map((word) => {
    const start = Math.max(word.start, earliest);
    earliest = Math.max(word.end, start);
    return { ...word, start, end: earliest };
  });
}
