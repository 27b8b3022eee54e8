import { describe, expect, it } from 'vitest';
import { vocabularyPrompt } from './vocabulary-prompt.ts';

describe('the prompt of a custom vocabulary', () => {
  it('lists the entries, highest intensity first', () => {
    const vocabulary = ['Jon', { value: ' Smyth ', intensity: 0.9 }, { value: 'Ada', intensity: 0.2 }, 'Jon'];
    expect(vocabularyPrompt({ vocabulary }, 'en')).toBe('Smyth, Jon, Ada.');
    expect(vocabularyPrompt({ vocabulary, default_intensity: 1 }, 'en')).toBe('Jon, Smyth, Ada.');
  });

  it('leaves out unwanted terms', () => {
    const vocabulary = [{ value: 'Jon', intensity: 0 }, ' '];
    expect(vocabularyPrompt({ vocabulary }, null)).toBe('');
    expect(vocabularyPrompt({ vocabulary: ['Jon'], default_intensity: 0 }, 'en')).toBe('');
  });

  it('stays short enough for a prompt', () => {
    const vocabulary = Array.from({ length: 1000 }, (_, index) => `Name ${index}`);
    const prompt = vocabularyPrompt({ vocabulary }, 'en');
    expect(prompt.length).toBeLessThan(410);
    expect(prompt).toMatch(/^Name 0, Name 1, .*Name \d+\.$/);
  });

  it('uses a language’s own marks', () => {
    expect(vocabularyPrompt({ vocabulary: ['東京', '京都'] }, 'ja')).toBe('東京、京都。');
  });
});
