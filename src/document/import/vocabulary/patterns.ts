import { SENTENCE_MARKS } from '../../../engine/transcript/closing-marks.ts';
import limits from './limits.json' with { type: 'json' };
import lines from './lines.json' with { type: 'json' };
import marks from './marks.json' with { type: 'json' };
import rewrites from './rewrites.json' with { type: 'json' };
import said from './said.json' with { type: 'json' };
import texts from './texts.json' with { type: 'json' };
import times from './times.json' with { type: 'json' };

interface Pattern {
  pattern: string;
  flags?: string;
}
type Rewrite = Pattern & { to: string };
type Slots = Readonly<Record<string, string>>;

/** What is made of rows, by their names: of each when it is first needed. */
function each<Names extends string, Row, Made>(rows: Readonly<Record<Names, Row>>, make: (row: Row) => Made) {
  const made = {} as Record<Names, Made>;
  for (const [name, row] of Object.entries<Row>(rows)) {
    const keep = (value: Made) => Object.defineProperty(made, name, { value }) && value;
    Object.defineProperty(made, name, { configurable: true, enumerable: true, get: () => keep(make(row)) });
  }
  return made;
}

const anyOf = (words: readonly string[]): string => words.join('|');
/** A word for a unit, with a small or a capital first letter. */
const unitOf = (words: readonly string[]): string =>
  `(?:${anyOf(words.map((word) => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`))})\\.?(?!\\p{L})`;

/** Lists of words that patterns may have in them. */
const WORDS: Slots = {
  ...each(texts.patterns, anyOf),
  ...each(times.units, unitOf),
  ...each(times.lists, anyOf),
  sentenceMarks: SENTENCE_MARKS,
};

/** An expression with its slots filled: those of lines, and lists of words. Throws Error for one that is unknown. */
export const slotted = (pattern: string, slots: Slots = lines.slots): string =>
  pattern.replaceAll(/(?<!\\[pP])\{([a-z]+)\}/gi, (slot, name: string) => {
    const inside = slots[name] ?? WORDS[name];
    if (inside === undefined) throw new Error(`${slot} is no slot`);
    return slotted(inside, slots);
  });

/** Numbers by which readers decide, by their names. */
export const LIMITS = each(limits.limits, ({ is }) => is);

/** Signs by which parts of files are recognised, by their names. */
export const MARKS = each<keyof typeof marks.marks, Pattern, RegExp>(
  marks.marks,
  ({ pattern, flags = 'u' }) => new RegExp(slotted(pattern), flags),
);

/** Words that are said before colons, or are part of names. */
export const SAID = each<keyof typeof said.lists, readonly string[], ReadonlySet<string>>(
  said.lists,
  (words) => new Set(words),
);

/** What makes a form of programs' own into the usual one, by what it is for. */
export const REWRITE = each<keyof typeof rewrites.rewrites, readonly Rewrite[], (text: string) => string>(
  rewrites.rewrites,
  (rows) => {
    const all = rows.map(({ pattern, flags = 'gimu', to }) => ({ pattern: new RegExp(pattern, flags), to }));
    return (text) => all.reduce((done, { pattern, to }) => done.replaceAll(pattern, to), text);
  },
);

/** Whether a text is one of some words, in any case. */
export const wholeOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${anyOf(words)})$`, 'iu');
