import { ATTENTION_FRAME_SECONDS, alignRows, type RowAlignment } from '../../../alignment/align-rows.ts';
import { attentionWithin } from '../../../alignment/attention-within.ts';
import { findSkippedSpeech } from '../../../alignment/skipped-speech.ts';
import {
  gapsBetween,
  joinedPauses,
  pausesOf,
  speechBounds,
  type TimeSpan,
  WORD_BREAK_SECONDS,
} from '../../../alignment/speech-bounds.ts';
import type { SpeechEnvelope } from '../../../alignment/speech-envelope.ts';
import { wordOnset } from '../../../alignment/word-onset.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import { timedSegments } from '../decoding/timed-segments.ts';
import type { RowConvention } from '../whisper-config.ts';
import { groupWords } from './group-words.ts';
import { joinParts } from './join-spelled.ts';
import { mostAttendedFrame } from './most-attended-frame.ts';
import { placeSingleWords } from './place-single-words.ts';
import type { TextUnit, TokenText } from './token-text.ts';

/** Shortest pause that a word boundary may move into, seconds. */
const MIN_PAUSE_SECONDS = 0.015;

/** A decoding's tokens and the attention behind them. */
export interface DecodedText {
  /** Text and timestamp tokens. */
  tokens: readonly number[];
  /** Probability of each token, 0 to 1. */
  probabilities: readonly number[];
  /**
   * Cross attention of the last prefix token, then of each: `heads` × `frames`. Empty for models that do not export it.
   */
  attention: readonly Float32Array[];
  heads: number;
  frames: number;
  convention: RowConvention;
  firstTimestampToken: number;
  language: string;
}

/** Attention that is this much denser inside the words than by chance follows the audio. */
export const MIN_FOCUS = 4;

const LETTERS = /\p{L}/gu;

/** Words are split here only for another pass, seconds. */
const PARTING_PAUSE_SECONDS = 0.05;

export interface TimedText {
  words: RecognisedWord[];
  /** The same words as ranges of text tokens, timestamps not counted. */
  units: TextUnit[];
  /** Start of the words that come behind speech which seems to be missing from the text, seconds; null if none is. */
  skippedFrom: number | null;
  /** How much more of the attention is in the words than by chance; 0 without attention. */
  focus: number;
}

/**
 * Words with times (seconds of the audio) and confidences: the geometric mean of a word's token probabilities.
 *
 * @param envelope of the same audio
 * @param duration of the audio, seconds
 * @param speech from voice activity, in order, seconds of the audio; empty if nobody looked
 */
export function timeWords(
  recognised: DecodedText,
  text: TokenText,
  {
    envelope,
    duration,
    speech = [],
  }: { envelope: SpeechEnvelope; duration: number; speech?: readonly TimeSpan[] | undefined },
): TimedText {
  const segments = timedSegments(recognised.tokens, recognised.firstTimestampToken);
  const textTokens = segments.flatMap((segment) => segment.tokens);
  const ids = textTokens.map((index) => recognised.tokens[index] ?? 0);
  // A segment's last word never joins the next segment's first.
  let offset = 0;
  const words: TextUnit[] = [];
  for (const { tokens } of segments) {
    const units = text.unitsOf(ids.slice(offset, offset + tokens.length));
    const base = offset;
    for (const word of groupWords(units, recognised.language)) {
      words.push({ text: word.text, from: base + word.from, to: base + word.to });
    }
    offset += tokens.length;
  }

  const { spans, focus } =
    recognised.attention.length > 0
      ? attendedTimes(recognised, textTokens)
      : { spans: spreadTimes(recognised, text, duration), focus: 0 };
  const rough = words.map(({ from, to }) => ({
    start: spans[from]?.start ?? 0,
    end: spans[to - 1]?.end ?? duration,
  }));
  const pauses = joinedPauses(pausesOf(envelope, MIN_PAUSE_SECONDS), gapsBetween(speech));
  const firstAttention = (word: number) => attentionOf(recognised, textTokens[words[word]?.from ?? 0] ?? 0);
  const attended = (word: number) =>
    mostAttendedFrame(firstAttention(word) ?? new Float32Array(0), recognised.frames) *
    ATTENTION_FRAME_SECONDS;
  const spanned = rough.map((span, index) => ({ text: words[index]?.text ?? '', span }));
  const skipped = focus < MIN_FOCUS ? null : findSkippedSpeech(spanned, pauses, attended, envelope);
  const over = rough[skipped?.word ?? -1];
  if (over && skipped?.pause) over.end = skipped.pause.start;
  const worth = worthOf(recognised, words, textTokens);
  // Marks behind a letter attend to the next one.
  const firstTokens = words.map((word) => ({ ...word, to: word.from + 1 }));
  const firstWorth = worthOf(recognised, firstTokens, textTokens);
  const single = placeSingleWords(words, rough, { pauses, speech, worth: firstWorth });
  const placed = rough.map((span, index) => single.get(index) ?? span);
  const bounds = speechBounds(placed, pauses, worth).map((span, index) => {
    const attention = firstAttention(index);
    const own = single.get(index);
    if (own || !attention) return own ?? span;
    const letters = words[index]?.text.match(LETTERS)?.length ?? 0;
    const { heads, frames } = recognised;
    return { ...span, start: wordOnset({ attention, heads, frames, span, letters }, envelope) };
  });
  const timed = joinParts(
    words.map(({ text: word, from, to }, index) => {
      const { start = 0, end = duration } = bounds[index] ?? {};
      return { word, from, to, start: Math.min(start, duration), end: Math.min(end, duration) };
    }),
    WORD_BREAK_SECONDS,
    (first, second) => ({ ...second, from: first.from }),
  );
  const skippedWord = timed.findIndex(({ to }) => to > (words[skipped?.word ?? -1]?.from ?? Infinity));
  return {
    words: timed.map(({ from, to, ...word }) => ({
      ...word,
      confidence: geometricMean(
        textTokens.slice(from, to).map((token) => recognised.probabilities[token] ?? 0),
      ),
    })),
    units: timed.map(({ word, from, to }) => ({ text: word, from, to })),
    skippedFrom: skipped && (skipped.pause?.end ?? timed[partingBefore(timed, skippedWord)]?.start ?? null),
    focus,
  };
}

/** How much of a word's attention is in a part of its span; the part's length if the model exports none. */
function worthOf(
  recognised: DecodedText,
  words: readonly TextUnit[],
  textTokens: readonly number[],
): ((word: number, part: TimeSpan) => number) | undefined {
  if (recognised.attention.length === 0) return undefined;
  return (word, part) => {
    const { from = 0, to = 0 } = words[word] ?? {};
    return textTokens
      .slice(from, to)
      .reduce((sum, token) => sum + attentionWithin(attentionOf(recognised, token), recognised, part), 0);
  };
}

/** The nearest word at or before `index` that follows a pause. */
function partingBefore(words: readonly TimeSpan[], index: number): number {
  let at = index;
  while (at > 0 && (words[at]?.start ?? 0) - (words[at - 1]?.end ?? 0) < PARTING_PAUSE_SECONDS) at -= 1;
  return at;
}

function attendedTimes(recognised: DecodedText, textTokens: readonly number[]): RowAlignment {
  const { heads, frames } = recognised;
  const rows = textTokens.length;
  const weights = new Float32Array(heads * rows * frames);
  for (const [row, token] of textTokens.entries()) {
    const attention = attentionOf(recognised, token) ?? new Float32Array(heads * frames);
    for (let head = 0; head < heads; head += 1) {
      weights.set(attention.subarray(head * frames, (head + 1) * frames), (head * rows + row) * frames);
    }
  }
  return alignRows({ heads, rows, frames, weights });
}

/** The attention that belongs to a token; undefined if there is none. */
function attentionOf({ attention, convention }: DecodedText, token: number): Float32Array | undefined {
  return attention[token + (convention === 'predicting' ? 0 : 1)];
}

/** Each segment's time, divided among its tokens by their bytes. */
function spreadTimes(recognised: DecodedText, text: TokenText, duration: number): TimeSpan[] {
  return timedSegments(recognised.tokens, recognised.firstTimestampToken).flatMap((segment) => {
    const from = Math.min(segment.start, duration);
    const length = Math.max(Math.min(segment.end ?? duration, duration) - from, 0);
    const sizes = segment.tokens.map((token) => text.bytesOf(recognised.tokens[token] ?? 0));
    const total = Math.max(
      sizes.reduce((sum, size) => sum + size, 0),
      1,
    );
    let before = 0;
    return sizes.map((size) => {
      const start = from + (before / total) * length;
      before += size;
      return { start, end: from + (before / total) * length };
    });
  });
}

function geometricMean(probabilities: readonly number[]): number {
  if (probabilities.length === 0) return 0;
  const logSum = probabilities.reduce((sum, probability) => sum + Math.log(Math.max(probability, 1e-10)), 0);
  return Math.exp(logSum / probabilities.length);
}
