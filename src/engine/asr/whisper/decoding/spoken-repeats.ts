import type { RecognisedWord } from '../../asr-engine.ts';

/** Up to so many words that are said so often in a row are a repetition. */
const LONGEST_GROUP = 12;
const REPEATS = 3;

/** Nobody speaks faster than this, seconds. */
const MIN_LETTER_SECONDS = 0.03;
const MIN_WORD_SECONDS = 0.03;

/** What is said over and over was recognised: below this confidence its first words are a guess, which a model repeats by itself. */
const GUESSED_CONFIDENCE = 0.35;

/** Words in a row that repeat themselves: `groups` times `size` words from `from` on. */
interface Repetition {
  from: number;
  size: number;
  groups: number;
}

export interface HeldWords {
  /** Without the repetitions that the sound has no room for. */
  words: RecognisedWord[];
  /** False if the sound has no room for most of the times that something is said: the model was stuck. */
  held: boolean;
}

/**
 * Distinguishes words that somebody repeats from the loop of a model. Attention places what is said where it
 * sounds; what is only written is squeezed between its neighbours and gets no time.
 *
 * @param words with times from the attention
 */
export function holdRepeats(words: readonly RecognisedWord[]): HeldWords {
  const dropped = new Set<number>();
  let held = true;
  for (const { from, size, groups } of repetitions(words)) {
    const squeezed = Array.from({ length: groups }, (_, group) => from + group * size).filter(
      // The first is what is repeated.
      (at) => at > from && isSqueezed(words.slice(at, at + size)),
    );
    if (squeezed.length > groups / 2) held = false;
    for (const at of squeezed) for (let index = at; index < at + size; index += 1) dropped.add(index);
  }
  return { words: without(words, dropped), held };
}

/** Whether what is repeated is a guess: of sounds that differ, such as digits, a model that is not sure writes one word for each. */
export function repeatsGuess(words: readonly RecognisedWord[]): boolean {
  return repetitions(words).some(({ from, size }) =>
    words.slice(from, from + size).some(({ confidence }) => confidence < GUESSED_CONFIDENCE),
  );
}

/** What is left takes the time of what follows it and is left out. */
function without(words: readonly RecognisedWord[], dropped: ReadonlySet<number>): RecognisedWord[] {
  const kept: RecognisedWord[] = [];
  for (const [index, word] of words.entries()) {
    const last = kept.at(-1);
    if (!dropped.has(index)) kept.push({ ...word });
    else if (last) last.end = Math.max(last.end, word.end);
  }
  return kept;
}

function isSqueezed(group: readonly RecognisedWord[]): boolean {
  const letters =
    group
      .map(({ word }) => word)
      .join('')
      .match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const seconds = (group.at(-1)?.end ?? 0) - (group[0]?.start ?? 0);
  return (
    seconds < letters * MIN_LETTER_SECONDS || group.some(({ start, end }) => end - start < MIN_WORD_SECONDS)
  );
}

/** The shortest group of words is what is repeated; longer ones only hold it several times. */
function repetitions(words: readonly RecognisedWord[]): Repetition[] {
  const plain = words.map(({ word }) => word.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}']/gu, ''));
  const found: Repetition[] = [];
  const isFound = (from: number, to: number) =>
    found.some((one) => one.from <= from && one.from + one.size * (one.groups + 1) > to);
  for (let size = 1; size <= LONGEST_GROUP; size += 1) {
    let same = 0;
    for (let at = size; at <= plain.length; at += 1) {
      if (at < plain.length && plain[at] === plain[at - size]) {
        same += 1;
        continue;
      }
      const groups = Math.floor(same / size) + 1;
      const from = at - size - same;
      if (groups >= REPEATS && !isFound(from, from + groups * size - 1)) found.push({ from, size, groups });
      same = 0;
    }
  }
  return found;
}
