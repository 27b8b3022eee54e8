import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../../../tests/runner/case-rows.ts';
import type { WindowPiece } from '../../../audio/windows/speech-window.ts';
import { labelLanguages } from './label-languages.ts';

const FIVE = ['en', 'fr', 'de', 'es', 'it'];
const detect = { language: null, languages: [], codeSwitching: false };

const sentence = (text: string, start: number) =>
  text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: start + index * 0.3,
    end: start + index * 0.3 + 0.2,
    confidence: 1,
  }));

const pieces = caseRows<WindowPiece>(import.meta.url, 'pieces');

describe('labelLanguages', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'recognisesFromText'))(
    'recognises %s from its text',
    async (language, text) => {
      const segments = await labelLanguages(sentence(text, 0), pieces, detect, FIVE);
      expect(segments).toHaveLength(1);
      expect(segments[0]?.language).toBe(language);
      expect(segments[0]?.languageConfidence).toBeGreaterThan(0.5);
      expect(segments[0]?.languageConfidence).toBeLessThan(1);
    },
  );

  it('uses the given language with full confidence', async () => {
    const options = { ...detect, language: 'fr', languages: ['fr', 'en'] };
    const [segment] = await labelLanguages(sentence('Guten Morgen', 0), pieces, options, FIVE);
    expect(segment).toMatchObject({ language: 'fr', languageConfidence: 1 });
  });

  it('knows the language of a model that writes only one', async () => {
    const [segment] = await labelLanguages(sentence('bonjour', 0), pieces, { ...detect, language: 'fr' }, [
      'en',
    ]);
    expect(segment).toMatchObject({ language: 'en', languageConfidence: 1 });
  });

  it('chooses among the given languages', async () => {
    const options = { ...detect, languages: ['es', 'it', 'ja'] };
    const [segment] = await labelLanguages(sentence('Sous le consulat il devient', 0), pieces, options, FIVE);
    expect(['es', 'it']).toContain(segment?.language);
  });

  it('labels every piece separately where speakers change language, and joins neighbours that agree', async () => {
    const words = [
      ...sentence('Guten Morgen meine Damen und Herren', 0),
      ...sentence('Ja.', 10),
      ...sentence('Thank you very much for coming today', 20),
    ];
    const segments = await labelLanguages(words, pieces, { ...detect, codeSwitching: true }, FIVE);
    expect(segments.map(({ language, words }) => [language, words.length])).toEqual([
      ['de', 7],
      ['en', 7],
    ]);
  });

  it('lets the first sufficient utterance decide if languages are not switched', async () => {
    const words = [
      ...sentence('Ja.', 0),
      ...sentence('Guten Morgen meine Damen und Herren', 10),
      ...sentence('Thank you very much for coming today, and welcome to all of you from abroad', 20),
    ];
    const segments = await labelLanguages(words, pieces, detect, FIVE);
    expect(segments.map(({ language }) => language)).toEqual(['de']);
  });

  it('falls back to the first candidate for a text that is too short, with no confidence', async () => {
    const [segment] = await labelLanguages(sentence('12', 0), pieces, detect, FIVE);
    expect(segment).toMatchObject({ language: 'en', languageConfidence: 0 });
  });

  it('labels nothing in silence', async () => {
    expect(await labelLanguages([], pieces, detect, FIVE)).toEqual([]);
  });
});
