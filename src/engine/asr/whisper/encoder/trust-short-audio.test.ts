import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../../../tests/runner/case-rows.ts';
import { encodedSeconds, mostTokensIn, repeatsWords } from './trust-short-audio.ts';

describe('the length that the encoder reads', () => {
  it.each(caseRows<[number, number]>(import.meta.url, 'seconds'))('%d s need %d s', (seconds, recognised) =>
    expect(encodedSeconds(seconds, 30)).toBe(recognised),
  );

  it.each([20.1, 27, 30])('%d s need the whole window', (seconds) =>
    expect(encodedSeconds(seconds, 30)).toBeNull(),
  );
});

describe('the text of a shortened window', () => {
  it.each(caseRows<string>(import.meta.url, 'doesRepeatItself'))(
    'does not repeat itself if it is plain speech: %s',
    (text) => expect(repeatsWords(text)).toBe(false),
  );

  it.each(['Thank you. Thank you. Thank you.', 'and so on and so on and so on', 'No no no'])(
    'repeats itself if it says a group of words three times in a row: %s',
    (text) => expect(repeatsWords(text)).toBe(true),
  );

  it('has no more tokens than can be said', () => {
    expect(mostTokensIn(3)).toBe(28);
  });

  it('is found to loop wherever the loop is, whatever surrounds it', () => {
    const different = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(different, fc.nat(), fc.integer({ min: 1, max: 8 }), (words, place, size) => {
        const at = place % words.length;
        const group = words.slice(at, at + size);
        const looped = [...words.slice(0, at), ...group, ...group, ...group, ...words.slice(at + size)];
        expect(repeatsWords(words.join(' '))).toBe(false);
        expect(repeatsWords(looped.join(' '))).toBe(true);
      }),
    );
  });
});
