import { describe, expect, it } from 'vitest';
import { vocabularyHotWords } from './vocabulary-hot-words.ts';

const weightsOf = (config: Parameters<typeof vocabularyHotWords>[0]) =>
  vocabularyHotWords(config, 'en').map(({ text, weight }) => ({ text, weight }));

describe('the hot words of a custom vocabulary', () => {
  it('are weighted by their intensity, each once', () => {
    const vocabulary = ['Jon', { value: ' Acme  Cloud ', intensity: 0.9 }, { value: 'Jon', intensity: 1 }];
    expect(weightsOf({ vocabulary })).toEqual([
      { text: 'Jon', weight: 0.5 },
      { text: 'Acme Cloud', weight: 0.9 },
    ]);
    expect(weightsOf({ vocabulary: ['Jon'], default_intensity: 0.2 })).toEqual([
      { text: 'Jon', weight: 0.2 },
    ]);
  });

  it('leave out unwanted terms', () => {
    const vocabulary = [{ value: 'Jon', intensity: 0 }, ' '];
    expect(weightsOf({ vocabulary })).toEqual([]);
    expect(weightsOf({ vocabulary: ['Jon'], default_intensity: 0 })).toEqual([]);
  });

  it('have the ways to write them of their language, or of their own', () => {
    const saidOf = (vocabulary: Parameters<typeof vocabularyHotWords>[0]['vocabulary']) =>
      vocabularyHotWords({ vocabulary }, 'de')[0]?.said ?? [];
    expect(saidOf(['Schröder'])).toContain('Schröter');
    expect(saidOf([{ value: 'Duvall', language: 'es' }])).toContain('Duball');
    expect(saidOf([{ value: 'Ngũgĩ', pronunciations: ['Googie'] }])).toContain('Googie');
  });
});
