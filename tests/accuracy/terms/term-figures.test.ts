import { describe, expect, it } from 'vitest';
import { bestWay, termFigures } from './term-figures.ts';
import type { TermErrors } from './terms-accuracy.ts';

const row = (termErrors: number, wordErrors = 0, unsaid: string[] = []): TermErrors => ({
  ...{ text: '', terms: 2, termErrors, words: 8, wordErrors, unsaid, milliseconds: 500 },
});

describe('the errors on terms', () => {
  it('count a term that was not said more than one that is missing', () => {
    expect(bestWay([{ weak: row(1), strong: row(0, 0, ['Kubernetes']) }], ['weak', 'strong'])).toBe('weak');
    expect(bestWay([{ weak: row(1), strong: row(0) }], ['weak', 'strong'])).toBe('strong');
  });

  it('are summed with the weight that is best for all other clips', () => {
    const good = { weak: row(1), strong: row(0) };
    const bad = { weak: row(0), strong: row(0, 3) };
    const figures = termFigures([good, good, bad], ['weak', 'strong']);
    const of = (name: string) => figures.find((figure) => figure.name === name)?.value;
    // Of the two good clips each leaves a good and a bad one: there the weak one is best.
    expect(of('tree, each clip left out: errors of 6 terms')).toBe(2);
    expect(of('tree, each clip left out: errors of 24 other words')).toBe(3);
    expect(of('strong: decoding')).toBe(1.5);
  });
});
