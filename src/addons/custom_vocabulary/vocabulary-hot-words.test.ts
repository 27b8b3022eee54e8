import { describe, expect, it } from 'vitest';
import { vocabularyHotWords } from './vocabulary-hot-words.ts';

describe('the hot words of a custom vocabulary', () => {
  it('are weighted by their intensity, each once', () => {
    const vocabulary = ['Jon', { value: ' Acme  Cloud ', intensity: 0.9 }, { value: 'Jon', intensity: 1 }];
    expect(vocabularyHotWords({ vocabulary })).toEqual([
      { text: 'Jon', weight: 0.5 },
      { text: 'Acme Cloud', weight: 0.9 },
    ]);
    expect(vocabularyHotWords({ vocabulary: ['Jon'], default_intensity: 0.2 })).toEqual([
      { text: 'Jon', weight: 0.2 },
    ]);
  });

  it('leave out unwanted terms', () => {
    const vocabulary = [{ value: 'Jon', intensity: 0 }, ' '];
    expect(vocabularyHotWords({ vocabulary })).toEqual([]);
    expect(vocabularyHotWords({ vocabulary: ['Jon'], default_intensity: 0 })).toEqual([]);
  });
});
