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

it('takes no long time for a text without spaces', () => {
  const begun = performance.now();
  for (const sign of ['字', 'n', '1', '1-', 'a.']) Array.from(joinedWords(sign.repeat(50_000)));
  expect(performance.now() - begun).toBeLessThan(2000);
});

it('parts letters and digits', () => {
  expect(withBorders('covid19 b12c')).toBe('covid 19 b 12 c');
  expect(withBorders('covid 19')).toBeNull();
});
