import { areNamed, isNameLike, nameInBrackets } from '../voices/voice-labels.ts';

/** What stands behind the times of a cue, and the rows below. */
export interface TimesEnd {
  text: string;
  rows: readonly string[];
}

const named = (text: string): string | null => {
  const label = /^(.+?)\s?[:：]$/u.exec(text)?.[1] ?? '';
  return isNameLike(label) ? label : nameInBrackets(text);
};

/**
 * Who speaks in each cue, where a program wrote it behind the times: in brackets, before a colon, or as names that come again. All null
 * where something else stands there, such as what is said.
 */
export function namesBehindTimes(cues: readonly TimesEnd[]): (string | null)[] {
  const ends = cues.filter(({ text }) => text !== '');
  const isSaid = ends.some(({ rows }) => rows.length === 0);
  if (ends.length === 0 || isSaid) return cues.map(() => null);
  if (ends.every(({ text }) => named(text) !== null)) return cues.map(({ text }) => named(text));
  const areNames = areNamed(ends.map((end) => [end.text, ...end.rows]));
  return cues.map(({ text }) => (areNames && text !== '' ? text : null));
}
