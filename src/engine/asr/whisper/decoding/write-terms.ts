import type { TermTree } from './term-tree.ts';

/** Tokens of a text with what is known of each, as in `Decoding`. */
interface TokensRead {
  tokens: number[];
  probabilities: number[];
  attention: Float32Array[];
}

/** A decoding in which terms that were said in a variant are written as the vocabulary has them, at the same time. */
export function writeTerms<Text extends TokensRead>(decoding: Text, terms: TermTree | undefined): Text {
  if (!terms) return decoding;
  const written = { ...decoding };
  for (const { from, to, text } of terms.termsIn(decoding.tokens).toReversed()) {
    const own = terms.tokensFor(text, decoding.tokens[from] ?? 0);
    if (terms.textOf(own) === terms.textOf(decoding.tokens.slice(from, to))) continue;
    const old = decoding.probabilities.slice(from, to);
    const probability = Math.exp(old.reduce((sum, one) => sum + Math.log(one), 0) / old.length);
    const likeOld = own.map((_, index) => Math.ceil(((index + 1) * old.length) / own.length) - 1);
    written.tokens = written.tokens.toSpliced(from, to - from, ...own);
    written.probabilities = written.probabilities.toSpliced(from, to - from, ...own.map(() => probability));
    // The first is that of the last token before the text.
    const attended = decoding.attention.slice(from + 1, to + 1);
    const rows = likeOld.flatMap((index) => attended[index] ?? []);
    written.attention = written.attention.toSpliced(from + 1, to - from, ...rows);
  }
  return written;
}
