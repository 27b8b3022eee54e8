import { seededRandom } from '../../../../lib/seeded-random.ts';
import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { repeatsWords, spokenWords } from '../encoder/trust-short-audio.ts';
import { BeamImpossibleError, type BranchingModel } from './branches.ts';
import { compressionRatio } from './compression-ratio.ts';
import { type Decoding, decodeText } from './decode-text.ts';
import type { DecodingOptions, ReadPrefix, SteppingModel } from './read-prefix.ts';
import { searchBeam } from './search-beam.ts';

const TEMPERATURES = [0, 0.2, 0.4, 0.6, 0.8, 1] as const;

/** Below this mean the model is guessing. */
export const MIN_LOG_PROBABILITY = -1;

/** Above this the text repeats itself. */
const MAX_COMPRESSION_RATIO = 2.4;

/** Audio of a word or two, in frames of 20 ms: 2.2 s. */
const BRIEF_FRAMES = 110;

/** More than any text. */
const LOOP_COSTS = 1000;

/** Above this, with a guessed text, nobody is speaking; a word or two of a whole window is one below this mean (docs/journal.md). */
const MAX_NO_SPEECH = 0.6;
const BRIEF_LOG_PROBABILITY = -0.7;

/** How to look for a likelier text than the one of the likeliest tokens. */
export interface Beam {
  /** Number of hypotheses that are followed at the same time. */
  width: number;
  /** Followed only where the mean of the likeliest tokens is below this; at once if absent. */
  below?: number | undefined;
  /** And only where a token is less likely than this, 0 to 1: a text that is doubtful all over has no other one beside it. */
  tokenBelow?: number | undefined;
  /** Called where the model could not follow them, so that the likeliest tokens were taken. */
  onImpossible: (cause: unknown) => void;
}

export interface ChoosingOptions extends Omit<DecodingOptions, 'temperature' | 'draw'> {
  /** Absent to take the likeliest tokens. */
  beam?: Beam | undefined;
}

interface Choosing {
  /** Tokens → text. */
  textOf: (tokens: readonly number[]) => string;
  /** The same for the same window, so that repeated work yields the same text. */
  seed: number;
  cancellation: CancellationPoint;
  /** Whether the sound has room for a text that repeats itself. */
  isSpoken: (decoding: Decoding) => Promise<boolean>;
  /** Whether a text repeats a guess. */
  isRepeatedGuess: (decoding: Decoding) => Promise<boolean>;
  /**
   * What else makes a text good where a part of the window was recognised; any other is refused for the whole window.
   */
  isTrusted?: ((decoding: Decoding) => Promise<boolean>) | undefined;
}

/**
 * Decodes with the likeliest tokens or by beam search, and again at higher temperatures if that text is a guess or a
 * loop.
 *
 * @returns the first good text, otherwise the best of the bad ones; null if nobody is speaking; `refused` as above
 * @see Radford et al. (2022), section 4.5
 */
export async function chooseDecoding(
  model: SteppingModel & BranchingModel,
  prefix: ReadPrefix,
  options: ChoosingOptions,
  { textOf, seed, cancellation, isSpoken, isRepeatedGuess, isTrusted }: Choosing,
): Promise<Decoding | 'refused' | null> {
  let best: { decoding: Decoding; score: number } | undefined;
  let repeatedWords = 0;
  const isBrief = !isTrusted && options.frames <= BRIEF_FRAMES;
  const sureFrom = isBrief ? BRIEF_LOG_PROBABILITY : MIN_LOG_PROBABILITY;
  for (const [attempt, temperature] of TEMPERATURES.entries()) {
    const draw = seededRandom(seed * TEMPERATURES.length + attempt);
    const decoding =
      temperature === 0
        ? await decodeLikeliest(model, prefix, options, { textOf, cancellation })
        : await decodeText(model, prefix, { ...options, temperature, draw }, cancellation);
    const { averageLogProbability } = decoding;
    // Sampling cannot fix a model whose numbers are lost.
    if (Number.isNaN(averageLogProbability)) return null;
    const guessed = averageLogProbability < MIN_LOG_PROBABILITY;
    if (averageLogProbability < sureFrom && prefix.noSpeech > MAX_NO_SPEECH) return null;
    const repetition = await repetitionIn(decoding, { textOf, isSpoken, isRepeatedGuess });
    const isGood = !guessed && !repetition;
    if (isTrusted) return orRefused(decoding, isGood, isTrusted);
    const words = spokenWords(
      textOf(decoding.tokens.filter((token) => token < model.config.endToken)),
    ).length;
    if (repetition === 'guess') repeatedWords = Math.max(repeatedWords, words);
    // A text with fewer words leaves out sounds that the guess has a word for.
    if (!repetition && words < repeatedWords) continue;
    if (isGood) return decoding;
    const score = scoreOf(decoding, options.frames, repetition !== null);
    if (!best || score > best.score) best = { decoding, score };
  }
  return best?.decoding ?? null;
}

async function orRefused(
  decoding: Decoding,
  isGood: boolean,
  isTrusted: NonNullable<Choosing['isTrusted']>,
): Promise<Decoding | 'refused'> {
  return isGood && (await isTrusted(decoding)) ? decoding : 'refused';
}

/** How a text repeats itself where nobody says the same again and again; null if it does not. */
async function repetitionIn(
  decoding: Decoding,
  { textOf, isSpoken, isRepeatedGuess }: Pick<Choosing, 'textOf' | 'isSpoken' | 'isRepeatedGuess'>,
): Promise<'loop' | 'guess' | null> {
  if (decoding.looped) return 'loop';
  if (await isRepeatedGuess(decoding)) return 'guess';
  const isLoop = compressionRatio(textOf(decoding.tokens)) > MAX_COMPRESSION_RATIO;
  return isLoop && !(await isSpoken(decoding)) ? 'loop' : null;
}

/**
 * How good a bad text is: the mean favours many words, of which a short sound has no room, so there the sum counts. A
 * loop has high confidence, so any other text is preferred.
 */
const scoreOf = ({ averageLogProbability, tokens }: Decoding, frames: number, repeats: boolean): number =>
  averageLogProbability * (frames > BRIEF_FRAMES ? 1 : tokens.length + 1) - (repeats ? LOOP_COSTS : 0);

/**
 * The likeliest text of one decoding: where the model is not sure, an early one of the likeliest tokens is often wrong.
 */
export async function decodeLikeliest(
  model: SteppingModel & BranchingModel,
  prefix: ReadPrefix,
  options: ChoosingOptions,
  {
    textOf,
    cancellation,
  }: { textOf: (tokens: readonly number[]) => string; cancellation: CancellationPoint },
): Promise<Decoding> {
  const wordsIn = ({ tokens }: Decoding) =>
    textOf(tokens.filter((token) => token < model.config.firstTimestampToken));
  const decode = () => decodeText(model, prefix, { ...options, temperature: 0, draw: () => 0 }, cancellation);
  const search = () => searched(model, prefix, options, { textOf: wordsIn, cancellation });
  const { beam } = options;
  if (!beam) return decode();
  if (beam.below === undefined) return (await search()) ?? decode();
  const greedy = await decode();
  // A mean that is no number is of a model whose numbers are lost.
  if (!(greedy.averageLogProbability < beam.below)) return greedy;
  const { tokenBelow = 1 } = beam;
  if (!greedy.looped && greedy.probabilities.every((probability) => probability >= tokenBelow)) return greedy;
  const found = await search();
  if (!found || (found.looped && !greedy.looped)) return greedy;
  if (hasNoOtherWords(wordsIn(found), wordsIn(greedy))) return greedy;
  // Each time that a text says the same again raises its mean.
  if (!greedy.looped && repeatsMore(wordsIn(found), wordsIn(greedy))) return greedy;
  return greedy.looped || found.averageLogProbability > greedy.averageLogProbability ? found : greedy;
}

/** Whether a text has the words of another one, once or twice: other marks would move the times of its words. */
function hasNoOtherWords(text: string, before: string): boolean {
  return wordsOf(text) === wordsOf(before) || saysTwice(text, before);
}

const wordsOf = (text: string): string => spokenWords(text).join(' ');

const saysTwice = (text: string, once: string): boolean => {
  const words = wordsOf(once);
  return words !== '' && wordsOf(text) === `${words} ${words}`;
};

/** Whether a text repeats itself and another one does not. */
const repeatsMore = (text: string, other: string): boolean =>
  (repeatsWords(text) || isTwice(text)) && !repeatsWords(other) && !isTwice(other);

/** Whether several words are said twice, and nothing else. */
function isTwice(text: string): boolean {
  const words = spokenWords(text);
  const half = words.length / 2;
  return half > 1 && words.every((word, at) => word === words[at < half ? at + half : at - half]);
}

/** Null without a beam, or if the model cannot follow it. */
async function searched(
  model: BranchingModel,
  prefix: ReadPrefix,
  { beam, ...options }: ChoosingOptions,
  { textOf, cancellation }: { textOf: (decoding: Decoding) => string; cancellation: CancellationPoint },
): Promise<Decoding | null> {
  if (!beam) return null;
  const isSaidTwice = (text: Decoding, other: Decoding) => saysTwice(textOf(text), textOf(other));
  try {
    const { width } = beam;
    return await searchBeam(model, prefix, { ...options, width, isTwice: isSaidTwice }, cancellation);
  } catch (error) {
    if (!(error instanceof BeamImpossibleError)) throw error;
    beam.onImpossible(error.cause);
    return null;
  }
}
