import limits from './limits.json' with { type: 'json' };
import marks from './marks.json' with { type: 'json' };
import rewrites from './rewrites.json' with { type: 'json' };

interface Pattern {
  pattern: string;
  flags?: string;
}
type Rewrite = Pattern & { to: string };

const each = <Row, Made, Names extends string>(
  rows: Readonly<Record<Names, Row>>,
  make: (row: Row) => Made,
) =>
  Object.fromEntries(Object.entries<Row>(rows).map(([name, row]) => [name, make(row)])) as Record<
    Names,
    Made
  >;

/** Numbers by which readers decide, by their names. */
export const LIMITS = each(limits.limits, ({ is }) => is);

/** Signs by which parts of files are recognised, by their names. */
export const MARKS = each<Pattern, RegExp, keyof typeof marks.marks>(
  marks.marks,
  ({ pattern, flags = 'u' }) => new RegExp(pattern, flags),
);

/** What makes a form of programs' own into the usual one, by what it is for. */
export const REWRITE = each<readonly Rewrite[], (text: string) => string, keyof typeof rewrites.rewrites>(
  rewrites.rewrites,
  (rows) => {
    const all = rows.map(({ pattern, flags = 'gimu', to }) => ({ pattern: new RegExp(pattern, flags), to }));
    return (text) => all.reduce((done, { pattern, to }) => done.replaceAll(pattern, to), text);
  },
);

/** Whether a text is one of some words, in any case. */
export const wholeOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`, 'iu');
