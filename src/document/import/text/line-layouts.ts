import data from '../vocabulary/lines.json' with { type: 'json' };
import { MARKS, slotted } from '../vocabulary/patterns.ts';
import { isNameLike, isNumbered } from '../voices/names.ts';
import { writtenSeconds } from '../written-times.ts';

/** A layout of lines: a regular expression with slots in braces, and what its voice must look like. */
export interface LineLayout {
  line: string;
  voice?: string;
}

/** The parts of a line by their names. */
export type LineParts = Readonly<Record<string, string | undefined>>;

const VOICES: Readonly<Record<string, (voice: string) => boolean>> = {
  name: isNameLike,
  numbered: isNumbered,
  /** What may have no space behind its colon. */
  unspaced: (voice) => MARKS.unspacedName.test(voice),
};

/** A layout may have a part in several places, of which a line has one: names of groups are counted. */
function patternOf(line: string, slots?: Readonly<Record<string, string>>): RegExp {
  let count = 0;
  const counted = slotted(line, slots).replaceAll(/\(\?<([a-z]+)>/g, (_, name) => `(?<${name}_${count++}>`);
  return new RegExp(counted, 'u');
}

/**
 * A reader of lines by the first layout that fits: the parts of a line, null for another one. Throws Error for an unknown slot, and
 * SyntaxError for a broken expression.
 */
export function lineReader(
  layouts: readonly LineLayout[],
  slots?: Readonly<Record<string, string>>,
): (line: string) => LineParts | null {
  const all = layouts.map(({ line, voice = '' }) => ({ pattern: patternOf(line, slots), is: VOICES[voice] }));
  return (line) => {
    for (const { pattern, is } of all) {
      const groups = pattern.exec(line)?.groups;
      if (!groups) continue;
      const parts: Record<string, string | undefined> = {};
      for (const name in groups) parts[name.slice(0, name.indexOf('_'))] ??= groups[name];
      if (!is || is(parts.voice ?? '')) return parts;
    }
    return null;
  };
}

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

const seconds = (time: string | undefined): number | null =>
  time === undefined ? null : writtenSeconds(time.replaceAll(';', ':'));

/** Lines by layouts of the vocabulary; one that fits none is all text. */
const reader = (layouts: keyof Omit<typeof data, 'slots'>): ((line: string) => StampedLine) => {
  let read: ReturnType<typeof lineReader> | undefined;
  return (line) => {
    read ??= lineReader(data[layouts]);
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

/** A text without stamps that are within. */
export const withoutStamps = (text: string): string => text.replaceAll(MARKS.stampInside, '').trim();
