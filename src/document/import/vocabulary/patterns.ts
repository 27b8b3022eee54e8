import data from './marks.json' with { type: 'json' };

interface Pattern {
  pattern: string;
  flags?: string;
}
type Rewrite = Pattern & { to: string };

/** Signs by which parts of files are recognised, by their names. */
export const MARKS = Object.fromEntries(
  Object.entries<Pattern>(data.marks).map(([name, { pattern, flags = 'u' }]) => [
    name,
    new RegExp(pattern, flags),
  ]),
) as Record<keyof typeof data.marks, RegExp>;

/** Whether a text is one of some words, in any case. */
export const wholeOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`, 'iu');

/** Makes what programs write in a form of their own into the usual one. */
export function rewriter(rewrites: readonly Rewrite[]): (text: string) => string {
  const all = rewrites.map(({ pattern, flags = 'gimu', to }) => ({
    pattern: new RegExp(pattern, flags),
    to,
  }));
  return (text) => all.reduce((done, { pattern, to }) => done.replaceAll(pattern, to), text);
}
