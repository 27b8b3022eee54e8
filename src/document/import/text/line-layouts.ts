import data from '../vocabulary/lines.json' with { type: 'json' };
import { MARKS } from '../vocabulary/patterns.ts';
import { isNameLike, isNumbered } from '../voices/names.ts';
import { SPELLED_TIME } from '../written-times.ts';

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

/** An expression with its slots filled. Throws Error for one that is unknown. */
export const slotted = (pattern: string, slots: Readonly<Record<string, string>> = data.slots): string =>
  pattern.replaceAll(/\{([a-z]+)\}/g, (slot, name: string) => {
    const inside = name === 'spelled' ? SPELLED_TIME : slots[name];
    if (inside === undefined) throw new Error(`${slot} is no slot`);
    return slotted(inside, slots);
  });

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
