import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { sentencesOf } from './text-sentences.ts';

/** Sentences with "|" between them are found in the text without it. */
it.each(caseRows<[string, string]>(import.meta.url, 'mayBelong'))(
  'ends at a dot that may belong to the word, %s: %s',
  (_, row) => {
    const [language = '', expected = ''] = [row.slice(0, 2), row.slice(3)];
    expect(sentencesOf(expected.replaceAll('|', ''), language).join('|')).toBe(expected);
  },
);

it.each(caseRows<[string, string]>(import.meta.url, 'oneSentence'))(
  '%s: one sentence, %s',
  (language, text) => {
    expect(sentencesOf(text, language)).toEqual([text]);
  },
);

it.each([
  'en We use node.| npm is slow.| html is not.',
  'en It works.| openSUSE is fine.| watchOS too.',
  'en Go there.| www.example.com has it.| example.org too.| anna@example.com reads it.',
  'en He painted.| van Gogh was poor.| van der Berg was not.',
  'de Er malte.| van Gogh war arm.',
  'fr Il est là.| von Karajan aussi.',
  // What is behind an abbreviation is no beginning.
  "en I met Ant. van Dyck's son, approx. npm 3, e.g. npm and e.g. example.org.",
  'de Herr Chr. van Dyck wohnt z. B. www.x.de nah, vgl. www.y.de dort.',
  'it La dott.ssa e la gent. prof.ssa Neri.',
  // Nor do these marks belong to a name.
  'en Yahoo!| Then we left.| Thank you, Maria!| See you.',
])('begins with a name in lower case: %s', (row) => {
  const [language = '', expected = ''] = [row.slice(0, 2), row.slice(3)];
  expect(sentencesOf(expected.replaceAll('|', ''), language).join('|')).toBe(expected);
});
