import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../runner/case-rows.ts';
import { alignWords } from './align-words.ts';
import { countWordErrors, normaliseWords, sumWordErrors, wordErrorRate } from './word-error-rate.ts';

describe('normaliseWords', () => {
  it.each(caseRows<[string, string[]]>(import.meta.url, 'cases'))('%j', (text, words) => {
    expect(normaliseWords(text)).toEqual(words);
  });

  it('counts characters in unspaced languages', () => {
    expect(normaliseWords('客観的 実在。', 'ja')).toEqual(['客', '観', '的', '実', '在']);
  });
});

describe('alignWords', () => {
  it('pairs words by the fewest edits', () => {
    expect(alignWords(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e'])).toEqual([
      { reference: 0, hypothesis: 0, kind: 'hit' },
      { reference: 1, hypothesis: 1, kind: 'substitution' },
      { reference: 2, hypothesis: 2, kind: 'hit' },
      { reference: 3, hypothesis: 3, kind: 'hit' },
      { reference: null, hypothesis: 4, kind: 'insertion' },
    ]);
    expect(alignWords(['a', 'b'], ['b'])).toEqual([
      { reference: 0, hypothesis: null, kind: 'deletion' },
      { reference: 1, hypothesis: 0, kind: 'hit' },
    ]);
  });

  it('uses every word of both sides once, in order', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (reference, hypothesis) => {
        const pairs = alignWords(reference, hypothesis);
        expect(pairs.flatMap((pair) => pair.reference ?? [])).toEqual(reference.map((_, index) => index));
        expect(pairs.flatMap((pair) => pair.hypothesis ?? [])).toEqual(hypothesis.map((_, index) => index));
      }),
    );
  });
});

describe('word error rate', () => {
  it('counts substitutions, insertions and deletions', () => {
    const errors = countWordErrors('ask not what your country can do', 'asked not what you are country can');
    expect(errors).toEqual({ hits: 4, substitutions: 2, insertions: 1, deletions: 1, referenceWords: 7 });
    expect(wordErrorRate(errors)).toBeCloseTo(4 / 7);
  });

  it('is 0 for the same words, whatever their case and punctuation', () => {
    expect(wordErrorRate(countWordErrors('Mr. Quilter is, well, here!', 'mr quilter is well here'))).toBe(0);
  });

  it('is infinite for words where nothing was said, and 0 for none', () => {
    expect(wordErrorRate(countWordErrors('', 'oh'))).toBe(Number.POSITIVE_INFINITY);
    expect(wordErrorRate(countWordErrors('', ''))).toBe(0);
  });

  it('adds up over clips', () => {
    const sum = sumWordErrors([countWordErrors('a b', 'a'), countWordErrors('c d', 'c x e')]);
    expect(sum).toEqual({ hits: 2, substitutions: 1, insertions: 1, deletions: 1, referenceWords: 4 });
  });
});
