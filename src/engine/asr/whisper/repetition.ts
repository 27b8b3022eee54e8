/** Longest phrase, in tokens, whose repetition is looked for. */
const MAX_PHRASE = 24;
/** A phrase said this often in a row is a loop, where it also fills `MIN_LOOP_TOKENS`. */
const MIN_REPEATS = 4;
const MIN_LOOP_TOKENS = 12;

export interface Repetition {
  /** Tokens of the phrase. */
  phrase: number;
  /** How often it stands at the end, one after the other. */
  repeats: number;
}

/**
 * The phrase that a text of tokens ends in over and over, or null. People do say a word three times, or one syllable
 * ten times; a model that is stuck says it until it runs out of room.
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
