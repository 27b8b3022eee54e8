import { withWords } from '../../cues/cues.ts';
import type { NameCues } from './cue-tables.ts';
import { nameFrom } from './cued-names.ts';
import type { NameRange, NameReading } from './name-reading.ts';
import type { NameToken } from './name-tokens.ts';
import { phraseAt } from './phrase-table.ts';

/** What somebody answers who was asked for a name. */
export function answeredName(reading: NameReading, cues: NameCues): NameRange[] {
  const { tokens, kinds, things, cased, language } = reading;
  let at = 0;
  while (at < tokens.length && cues.lead.has(tokens[at]?.whole ?? '') && kinds[at] !== 'name') at += 1;
  // "Das sage ich Ihnen nicht."
  if (cased && (kinds[at] === 'unknown' || language === 'de') && !tokens[at]?.isCapital) return [];
  // "Oh, Entschuldigung."
  const isAlone = tokens[at]?.endsPhrase || !tokens[at + 1]?.isCapital;
  const isSaid = things[at] || EXCUSES.test(tokens[at]?.key ?? '');
  if (cased && language !== 'en' && isAlone && isSaid) return [];
  // "Hang on.", "Bear with me."
  const isRequest = language === 'en' && kinds[at] !== 'name' && asks(tokens, at + 1);
  const name = isRequest ? null : nameFrom(reading, at, 'sure');
  return name ? [name] : [];
}

const EXCUSES = withWords('^<excuse>$');

const asks = (tokens: readonly NameToken[], at: number): boolean =>
  !tokens[at - 1]?.endsPhrase &&
  (/^(?:on|up|off|me|us)$/.test(tokens[at]?.whole ?? '') ||
    /^(?:with|for) (?:me|us)$/.test(`${tokens[at]?.whole} ${tokens[at + 1]?.whole}`));

/** Whether a sentence asks for a name. */
export function asksForName(tokens: readonly NameToken[], { questions }: NameCues): boolean {
  const words = tokens.map(({ whole }) => whole);
  const last = tokens.findLastIndex(({ startsSentence }) => startsSentence);
  return words.some((_, at) => at >= Math.min(last, words.length - 12) && phraseAt(words, at, questions) > 0);
}
