import { gapsBetween, type TimeSpan } from '../../../alignment/speech-bounds.ts';
import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import { releaseState, releaseText } from '../../../kernels/index.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import { prefillDecoder } from '../decoding/prefill-decoder.ts';
import { encode } from '../encoder/encode-audio.ts';
import type { DetectedLanguage } from '../languages/detect-language.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { goesOnSpelling } from './group-words.ts';

/** A word and its breath are not longer, seconds. */
const MOST_WORD_SECONDS = 1.5;

/** Recognised before the speech, and how much of it, seconds. */
const LEAD_SECONDS = 0.25;
const PROBED_SECONDS = 6;

/** A word's start may be so far before the speech that voice activity detects, seconds. */
const NEAR_SECONDS = 0.15;

const ENDS_SENTENCE = /[.?!…。？！]$/u;
const ENDS_CLAUSE = /\p{P}$/u;

/** Whether a pause parts two words, as far as voice activity is exact; what is spelled has pauses inside. */
const isBetween = (pause: TimeSpan, word: RecognisedWord, next: RecognisedWord): boolean =>
  word.end < pause.start + NEAR_SECONDS &&
  next.start > pause.end - NEAR_SECONDS &&
  !goesOnSpelling(word.word, next.word);

/** The pause behind the first word, if it is alone before it; null if not. */
function pauseAfterFirst(words: readonly RecognisedWord[], speech: readonly TimeSpan[]): TimeSpan | null {
  const [first, second] = words;
  const [stretch] = speech;
  const [pause] = gapsBetween(speech);
  if (!first || !second || !stretch || !pause) return null;
  if (stretch.end - stretch.start > MOST_WORD_SECONDS) return null;
  return isBetween(pause, first, second) ? pause : null;
}

/**
 * Where the speech begins if the first word is not said before the pause behind it: an "uh" that is not written takes
 * the word that follows it. So the speech behind the pause is recognised alone: does it begin with the first word or with
 * the second?
 *
 * @param speech from voice activity, in order, seconds of the audio
 * @returns seconds of the audio; null if the first word is where it seems to be
 */
export async function firstWordPlace(
  parts: LoadedWhisper,
  pcm: Float32Array,
  words: readonly RecognisedWord[],
  { speech, language }: { speech: readonly TimeSpan[]; language: DetectedLanguage },
): Promise<number | null> {
  const pause = pauseAfterFirst(words, speech);
  if (!pause) return null;
  return (await beginsWithFirst(parts, pcm, words, { pause, language })) ? beginBehind(pause) : null;
}

/** Whether the speech behind a pause begins with the first of two words rather than with the second. */
type BeginsWithFirst = (pause: TimeSpan, word: RecognisedWord, next: RecognisedWord) => Promise<boolean>;

/** The words, with those that attention put on the wrong side of a pause moved: a sentence's last, and its first. */
export async function withWordsBesidePauses(
  parts: LoadedWhisper,
  pcm: Float32Array,
  words: readonly RecognisedWord[],
  { speech, language }: { speech: readonly TimeSpan[]; language: DetectedLanguage },
): Promise<RecognisedWord[]> {
  const begins: BeginsWithFirst = (pause, ...pair) => beginsWithFirst(parts, pcm, pair, { pause, language });
  return withSentencesBehindPauses(await withEndsBeforePauses(words, speech, begins), speech, begins);
}

/**
 * The first word of a sentence goes behind the pause that follows it where the speech there begins with that word: attention may give it
 * the last sound of the sentence before, or an "uh" that is not written.
 */
async function withSentencesBehindPauses(
  words: readonly RecognisedWord[],
  speech: readonly TimeSpan[],
  begins: BeginsWithFirst,
): Promise<RecognisedWord[]> {
  const placed = [...words];
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const pause = next && pauseBehindSentenceStart(words, index, speech);
    if (!pause || !(await begins(pause, word, next))) continue;
    // Without room before the next word, the two share its time.
    const room = next.start - pause.end > NEAR_SECONDS;
    const end = room ? next.start : (pause.end + next.end) / 2;
    placed[index] = { ...word, start: Math.min(pause.end, end), end };
    placed[index + 1] = { ...next, start: end };
  }
  return placed;
}

/** Speech before a pause that has no word: a word's, not a breath, seconds. */
const UNCLAIMED_SECONDS = 0.3;

/**
 * The last word of a sentence goes before the pause that parts it from the others where the speech behind the pause begins with the word
 * that follows: attention may take it to the next sentence, which is a minute later where the pause was cut.
 */
async function withEndsBeforePauses(
  words: readonly RecognisedWord[],
  speech: readonly TimeSpan[],
  begins: BeginsWithFirst,
): Promise<RecognisedWord[]> {
  const placed = [...words];
  for (const [index, word] of words.entries()) {
    const [before, next] = [words[index - 1], words[index + 1]];
    const pause = before && next && pauseBeforeSentenceEnd([before, word, next], speech);
    if (pause && !(await begins(pause, word, next)))
      placed[index] = { ...word, start: before.end, end: pause.start };
  }
  return placed;
}

/** The pause between a sentence's last word, which the next sentence follows at once, and the word before, behind which there is more speech. */
function pauseBeforeSentenceEnd(
  [before, word, next]: readonly [RecognisedWord, RecognisedWord, RecognisedWord],
  speech: readonly TimeSpan[],
): TimeSpan | undefined {
  if (ENDS_CLAUSE.test(before.word) || !ENDS_SENTENCE.test(word.word)) return undefined;
  const pause = gapsBetween(speech).find((gap) => isBetween(gap, before, word));
  const isNextInReach = pause && next.start - pause.end < MOST_WORD_SECONDS;
  return isNextInReach && pause.start - before.end >= UNCLAIMED_SECONDS ? pause : undefined;
}

/** The pause between a sentence's first word, which follows the sentence before at once, and its second; undefined if there is none. */
function pauseBehindSentenceStart(
  words: readonly RecognisedWord[],
  index: number,
  speech: readonly TimeSpan[],
): TimeSpan | undefined {
  const [before, word, next] = words.slice(index - 1, index + 2);
  if (index === 0 || !before || !word || !next) return undefined;
  if (ENDS_CLAUSE.test(word.word) || word.start - before.end > NEAR_SECONDS) return undefined;
  const pause = gapsBetween(speech).find((gap) => isBetween(gap, word, next));
  const isUnclaimed = pause && next.start - pause.end >= UNCLAIMED_SECONDS;
  return isUnclaimed || ENDS_SENTENCE.test(before.word) ? pause : undefined;
}

/** Where speech behind a pause is recognised alone, seconds. */
const beginBehind = (pause: TimeSpan): number => Math.max(pause.end - LEAD_SECONDS, pause.start);

async function beginsWithFirst(
  parts: LoadedWhisper,
  pcm: Float32Array,
  words: readonly RecognisedWord[],
  { pause, language }: { pause: TimeSpan; language: DetectedLanguage },
): Promise<boolean> {
  const start = Math.round(beginBehind(pause) * SAMPLE_RATE);
  const audio = await encode(parts, pcm.subarray(start, start + PROBED_SECONDS * SAMPLE_RATE));
  try {
    const logits = await firstLogits(parts, audio, language);
    const scoreOf = async (word: string) => {
      const [token = 0] = await parts.encodeText(word);
      return logits[token] ?? Number.NEGATIVE_INFINITY;
    };
    // A text without marks has no capitals, but what is recognised alone begins with one.
    const likelihood = async (word: string) =>
      Math.max(await scoreOf(word), await scoreOf(capitalised(word)));
    const [first = '', second = ''] = words.map(({ word }) => word);
    return (await likelihood(first)) > (await likelihood(second));
  } finally {
    parts.model.release(audio);
  }
}

const capitalised = (word: string) => word.replace(/\p{L}/u, (letter) => letter.toUpperCase());

/** Logits of the first word of a text. */
async function firstLogits(
  parts: LoadedWhisper,
  audio: Awaited<ReturnType<typeof encode>>,
  language: DetectedLanguage,
): Promise<Float32Array> {
  const options = { language, among: { languages: [] }, prompt: '', frames: audio.positions };
  const { prefix } = await prefillDecoder(parts, audio, options);
  try {
    const next = await parts.model.step(audio, prefix.state, parts.model.config.firstTimestampToken, false);
    releaseText(next.state);
    return next.logits;
  } finally {
    releaseState(prefix.state);
  }
}
