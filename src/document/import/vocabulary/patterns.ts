/** Whether a text is one of some words, in any case. */
export const wholeOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`, 'iu');

interface Rewrite {
  pattern: string;
  flags?: string;
  to: string;
}

/** Makes what programs write in a form of their own into the usual one. */
export function rewriter(rewrites: readonly Rewrite[]): (text: string) => string {
  const all = rewrites.map(({ pattern, flags = 'gimu', to }) => ({
    pattern: new RegExp(pattern, flags),
    to,
  }));
  return (text) => all.reduce((done, { pattern, to }) => done.replaceAll(pattern, to), text);
}
