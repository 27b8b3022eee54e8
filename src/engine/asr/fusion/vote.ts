import type { RecognisedWord } from '../asr-engine.ts';
import { type AlignedWords, alignInTime } from './align-in-time.ts';
import { type Calibration, calibrated } from './calibration.ts';

/** One recogniser's words for a stretch of audio, and the calibration of its confidences. */
export interface Hypothesis {
  words: readonly RecognisedWord[];
  calibration: Calibration;
}

/**
 * A vote against the first recogniser needs evidence: it must be in doubt, the second be sure, and by so much. A second
 * recogniser that is often wrong would otherwise spoil as much as it repairs.
 */
const MOST_DOUBTED = 0.75;
const LEAST_SURE = 0.7;
const MARGIN = 0.1;

/** Minimum chance of words that only the first, or only the second recogniser found. */
const MIN_FIRST_ALONE = 0.2;
const MIN_SECOND_ALONE = 0.9;

/** Share of the trust in a recogniser's words that comes from its confidence over the whole stretch. */
const TRUST_SHARE = 0.5;

const ENDING = /[.,!?;:…。、？！]+$/u;

/** Words that evidence speaks for, in place of others. */
export interface Replacement {
  taken: readonly RecognisedWord[];
  replaced: readonly RecognisedWord[];
  /** Chance of the taken ones, by the second recogniser alone. */
  chance: number;
}

/**
 * Merges two texts. Where both recognised the same, the first one's spelling and times are kept, with the higher
 * confidence of two witnesses. Between agreed words are disputed runs; each is taken as a whole from one recogniser,
 * so that no sentence is mixed: from the first, unless there is evidence that the second is right.
 *
 * @param first the recogniser whose spelling and punctuation take precedence
 * @param isAllowed asked for each replacement
 */
export function vote(
  first: Hypothesis,
  second: Hypothesis,
  isAllowed: (replacement: Replacement) => boolean = () => true,
): RecognisedWord[] {
  const aligned = alignInTime(first.words, second.words);
  const trust = { first: meanConfidence(first), second: meanConfidence(second) };
  const chance = {
    first: (word: RecognisedWord) => smoothed(calibrated(word.confidence, first.calibration), trust.first),
    second: (word: RecognisedWord) => smoothed(calibrated(word.confidence, second.calibration), trust.second),
  };
  const voted = runsOf(aligned).flatMap((run) => {
    const [only] = run;
    if (only?.agreed && only.first && only.second) {
      const a = calibrated(only.first.confidence, first.calibration);
      const b = calibrated(only.second.confidence, second.calibration);
      return [{ ...only.first, confidence: 1 - (1 - a) * (1 - b) }];
    }
    const own = {
      first: ({ confidence }: RecognisedWord) => calibrated(confidence, first.calibration),
      second: ({ confidence }: RecognisedWord) => calibrated(confidence, second.calibration),
    };
    return settle(run, chance, own, isAllowed);
  });
  return inOrder(voted);
}

/** Agreed words one by one, disputed ones grouped with their neighbours. */
function runsOf(aligned: readonly AlignedWords[]): AlignedWords[][] {
  const runs: AlignedWords[][] = [];
  for (const place of aligned) {
    const run = runs.at(-1);
    if (run && !place.agreed && !run[0]?.agreed) run.push(place);
    else runs.push([place]);
  }
  return runs;
}

type Chances = Record<'first' | 'second', (word: RecognisedWord) => number>;

/**
 * @param chance of the words that are taken
 * @param own chance of each recogniser's words by themselves, which decides
 */
function settle(
  run: readonly AlignedWords[],
  chance: Chances,
  own: Chances,
  isAllowed: (replacement: Replacement) => boolean,
): RecognisedWord[] {
  const first = run.flatMap((place) => place.first ?? []);
  const second = run.flatMap((place) => place.second ?? []);
  const score = { first: chanceOfRun(first, own.first), second: chanceOfRun(second, own.second) };
  if (second.length === 0) {
    return score.first >= MIN_FIRST_ALONE ? withConfidence(first, chance.first) : [];
  }
  if (first.length === 0) {
    return score.second >= MIN_SECOND_ALONE ? withConfidence(second, chance.second) : [];
  }
  const isProved =
    score.first < MOST_DOUBTED && score.second >= LEAST_SURE && score.second - score.first >= MARGIN;
  return isProved && isAllowed({ taken: withEnding(second, first), replaced: first, chance: score.second })
    ? withEnding(withConfidence(second, chance.second), first)
    : withConfidence(first, chance.first);
}

/** Mean weighted by the words' duration: a long word says more than an article. */
function chanceOfRun(words: readonly RecognisedWord[], chance: (word: RecognisedWord) => number): number {
  let seconds = 0;
  let sum = 0;
  for (const word of words) {
    const length = Math.max(word.end - word.start, 0.01);
    seconds += length;
    sum += length * chance(word);
  }
  return seconds > 0 ? sum / seconds : 0;
}

function withConfidence(
  words: readonly RecognisedWord[],
  chance: (word: RecognisedWord) => number,
): RecognisedWord[] {
  return words.map((word) => ({ ...word, confidence: chance(word) }));
}

/** A recogniser without punctuation takes the run's last mark from the other one. */
function withEnding(taken: RecognisedWord[], passedOver: readonly RecognisedWord[]): RecognisedWord[] {
  const last = taken.at(-1);
  const mark = passedOver.at(-1)?.word.match(ENDING)?.[0];
  if (!last || !mark || ENDING.test(last.word)) return taken;
  return [...taken.slice(0, -1), { ...last, word: `${last.word}${mark}` }];
}

function meanConfidence({ words, calibration }: Hypothesis): number {
  const sum = words.reduce((total, { confidence }) => total + calibrated(confidence, calibration), 0);
  return words.length > 0 ? sum / words.length : 0;
}

const smoothed = (own: number, trust: number): number => (1 - TRUST_SHARE) * own + TRUST_SHARE * trust;

/** Times of two recognisers can overlap at the borders of runs. */
function inOrder(words: readonly RecognisedWord[]): RecognisedWord[] {
  let earliest = Number.NEGATIVE_INFINITY;
  return words.map((word) => {
    const start = Math.max(word.start, earliest);
    const end = Math.max(word.end, start);
    earliest = start;
    return { ...word, start, end };
  });
}
