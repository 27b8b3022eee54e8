import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { InvertedIndex } from './inverted-index.ts';
import { joinedWords, withBorders } from './joined-words.ts';

/** Whether a query finds a text, whole words alone. */
function isFound(query: string, text: string): boolean {
  const index = new InvertedIndex();
  index.set('one', { name: '', labels: '', notes: '', text });
  return index.search(query, { isPrefix: () => false, mistakes: () => 0 }).found.length > 0;
}

describe('words that are written in several ways', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'found'))('%s finds "%s"', (query, text) =>
    expect(isFound(query, text)).toBe(true),
  );

  it.each(caseRows<[string, string]>(import.meta.url, 'doesNotFind'))(
    '%s does not find "%s"',
    (query, text) => expect(isFound(query, text)).toBe(false),
  );
});

it.each([
  ['字', 0],
  ['n', 0],
  ['1', 0],
  ['1-', 1],
  ['a.', 1],
])('a text of "%s" without spaces is read to its end', (sign, count) =>
  expect([...joinedWords(sign.repeat(50_000))]).toHaveLength(count),
);

it('parts letters and digits', () => {
  expect(withBorders('covid19 b12c')).toBe('covid 19 b 12 c');
  expect(withBorders('covid 19')).toBeNull();
});
