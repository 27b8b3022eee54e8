import type { TextMapping } from '../../../contract/transcripts/import-mapping.ts';
import { firstMade } from '../../../lib/first-made.ts';
import { builtIn } from '../mappings/built-in.ts';
import data from '../vocabulary/lines.json' with { type: 'json' };
import { writtenSeconds } from '../written-times.ts';
import { inOneRow } from './join-rows.ts';
import { lineReader, slotted } from './line-layouts.ts';

/** A line of a text, with its times and the name of who speaks apart. */
export interface StampedLine {
  /** Seconds; null where the line has none. */
  start: number | null;
  end: number | null;
  voice: string | null;
  text: string;
  /** Whether a mark says that another voice begins. */
  turns?: boolean | undefined;
}

export const UNTIMED = { start: null, end: null, voice: null };

/** A time within a text, which is no speech. */
const INSIDE = new RegExp(slotted(String.raw` ?\[{clock}\]|(?<=\p{L}) {clock}(?=\])`), 'gu');

const seconds = (time: string | undefined): number | null =>
  time === undefined ? null : writtenSeconds(time.replaceAll(';', ':'));

/** Lines by layouts of the vocabulary; one that fits none is all text. */
const reader = (layouts: keyof Omit<typeof data, 'slots'>): ((line: string) => StampedLine) => {
  const read = lineReader(data[layouts]);
  return (line) => {
    const { start, end, voice, text = '' } = read(line) ?? { text: line };
    const [from, until] = [seconds(start), seconds(end)];
    return {
      start: from,
      end: from !== null && until !== null && until > from ? until : null,
      voice: voice?.trim() ?? null,
      text,
    };
  };
};

/** A line whose stamp is at its start, or behind a name. */
export const stampedLine = reader('stamped');
/** A line with its stamp behind the text. */
export const lastStamped = reader('behind');
/** A line with the last stamp within it. */
export const stampedWithin = reader('within');

/** A text without stamps that stand within. */
export const withoutStamps = (text: string): string => text.replaceAll(INSIDE, '').trim();

/** A clock without seconds is one of hours and minutes. */
const timeOfDay = (clock: string): string =>
  clock.replaceAll(/\s/gu, ' ').replace(/^(\d+)[:.](\d+)(?![:.\d])/, '$1:$2:00');

/** The passages of a text that has nothing else; null for another one. */
function passagesBy(
  { when, passage }: TextMapping,
  content: string,
  leaveOut: (line: string) => void,
): StampedLine[] | null {
  if (when !== undefined && !new RegExp(when, 'mu').test(content)) return null;
  const pattern = new RegExp(passage, 'gmu');
  if (!pattern.test(content) || content.replaceAll(pattern, '').trim() !== '') return null;
  const all = Array.from(content.matchAll(pattern), ({ 0: line, groups = {} }) => ({ line, groups }));
  const found = all.map(({ groups }) => groups).filter(({ text }) => text !== undefined);
  if (found.length === 0) return null;
  for (const { line, groups } of all) if (groups.text === undefined) leaveOut(line);
  const isOneDay = new Set(found.map(({ day }) => day)).size === 1;
  return found.map((groups) => ({
    // Which number of a date is the month, nobody knows.
    start: writtenSeconds(groups.start ?? (isOneDay ? timeOfDay(groups.clock ?? '') : '')),
    end: writtenSeconds(groups.end ?? ''),
    voice: groups.voice?.trim() || null,
    text: inOneRow(groups.text ?? ''),
  }));
}

/**
 * The passages of a text by the first mapping that it fits; null if it fits none.
 *
 * @param leaveOut is called with each line that nobody said
 */
export const mappedText = (content: string, leaveOut: (line: string) => void): StampedLine[] | null =>
  firstMade(builtIn('texts'), (mapping) => passagesBy(mapping, content, leaveOut));
