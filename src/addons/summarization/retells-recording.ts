import { comparableWords } from '../comparable-words.ts';
import { type SpokenSentence, writeTurns } from '../spoken-sentences.ts';
import { wordRuns } from '../word-runs.ts';

/** A recording this short may be its own summary, in words. */
const SHORT = 60;
/** Share of the recording's words from which on a text that copies them sums nothing up. */
const LONG_SHARE = 0.6;
/** Share of the text that is in the recording as it is. */
const COPIED_SHARE = 0.7;
/** With this many turns, a text retells who said what. */
const TURNS = 3;

/**
 * Whether a model wrote the recording down once more instead of summing it up, as small models do: in more words, most of its words in their
 * order, or turn by turn with the voices before them.
 *
 * @param isList whether it was asked for a list, in which each point may name its voice
 */
export function retellsRecording(
  written: string,
  sentences: readonly SpokenSentence[],
  isList: boolean,
): boolean {
  const said = comparableWords(writeTurns(sentences));
  if (said.length < SHORT) return false;
  const words = comparableWords(written);
  if (words.length > said.length) return true;
  const known = new Set(wordRuns(said));
  const runs = wordRuns(words);
  const copied = runs.filter((run) => known.has(run)).length;
  if (words.length > said.length * LONG_SHARE && copied > runs.length * COPIED_SHARE) return true;
  if (isList) return false;
  const voices = new Set(sentences.flatMap(({ voice }) => (voice === null ? [] : [`${voice}:`])));
  const turns = written
    .split('\n')
    .filter((line) => [...voices].some((voice) => line.trim().startsWith(voice)));
  return turns.length >= TURNS;
}
