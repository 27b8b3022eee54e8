/** Longest repeated phrase to look for, in tokens. */
const MAX_PHRASE = 24;
/** A phrase repeated this often in a row is a loop if it also fills `MIN_LOOP_TOKENS`. */
const MIN_REPEATS = 4;
const MIN_LOOP_TOKENS = 12;

export interface Repetition {
  /** Tokens of the phrase. */
  phrase: number;
  /** Number of consecutive repetitions at the end. */
  repeats: number;
}

/**
 * The phrase that the end of a token sequence repeats, or null. People do say a word three times or a syllable ten
 * times; a stuck model goes on until it runs out of room.
 */
export function trailingRepetition(tokens: readonly number[]): Repetition | null {
  for (let phrase = 1; phrase <= Math.min(MAX_PHRASE, tokens.length / MIN_REPEATS); phrase += 1) {
    let same = 0;
    for (let at = tokens.length - 1; at >= phrase && tokens[at] === tokens[at - phrase]; at -= 1) same += 1;
    const repeats = Math.floor(same / phrase) + 1;
    if (repeats >= MIN_REPEATS && repeats * phrase >= MIN_LOOP_TOKENS) return { phrase, repeats };
  }
  return null;
}
