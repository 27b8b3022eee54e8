import type { Paragraph } from '../contract/transcripts/corrected-transcript.ts';

/** A function of a paragraph that remembers its result: paragraphs never change, and a key stroke makes one new. */
export function perParagraph<Result>(
  read: (paragraph: Paragraph) => Result,
): (paragraph: Paragraph) => Result {
  const known = new WeakMap<Paragraph, { result: Result }>();
  return (paragraph) => {
    const found = known.get(paragraph);
    if (found) return found.result;
    const result = read(paragraph);
    known.set(paragraph, { result });
    return result;
  };
}
