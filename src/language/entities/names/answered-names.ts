import type { NameCues } from './cue-tables.ts';
import { nameFrom } from './cued-names.ts';
import { isAt } from './name-places.ts';
import type { NameRange, NameReading } from './name-reading.ts';
import type { NameToken } from './name-tokens.ts';
import { phraseAt } from './phrase-table.ts';

/** What somebody answers who was asked for a name. */
export function answeredName(reading: NameReading, cues: NameCues): NameRange[] {
  const { tokens, kinds } = reading;
  let at = 0;
  while (at < tokens.length && cues.lead.has(tokens[at]?.whole ?? '') && kinds[at] !== 'name') at += 1;
  const name = isAt(reading, at, 'no answer') ? null : nameFrom(reading, at, 'sure');
  return name ? [name] : [];
}

/** Whether a sentence asks for a name. */
export function asksForName(tokens: readonly NameToken[], { questions }: NameCues): boolean {
  const words = tokens.map(({ whole }) => whole);
  const last = tokens.findLastIndex(({ startsSentence }) => startsSentence);
  return words.some((_, at) => at >= Math.min(last, words.length - 12) && phraseAt(words, at, questions) > 0);
}
