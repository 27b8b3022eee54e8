import { describe, expect, it } from 'vitest';
import { documentOf, said } from '../../../tests/fakes/corrected-document.ts';
import { spokenParagraphs } from '../spoken-paragraphs.ts';
import { translationBeside } from './translation-beside.ts';

const original = spokenParagraphs(
  documentOf(
    { text: 'Good morning everybody.', at: 0, speaker: 0 },
    { text: 'My code is swordfish.', at: 4, speaker: 1 },
    { text: 'Thank you.', at: 12, speaker: 0 },
  ),
);
const texts = (translation: Parameters<typeof translationBeside>[1]) =>
  translationBeside(original, translation).map((one) => one?.text ?? null);

describe('a translation beside its original', () => {
  it('joins the utterances of a paragraph and leaves out where there is none', () => {
    expect(
      texts([
        said({ text: 'Bonjour', at: 0, language: 'fr' }),
        said({ text: 'à tous.', at: 0.6, language: 'fr' }),
        said({ text: 'Merci.', at: 12, language: 'fr' }),
      ]),
    ).toEqual(['Bonjour à tous.', null, 'Merci.']);
  });

  it('gives an utterance over two paragraphs to the one that it is longer in', () => {
    expect(texts([{ ...said({ text: 'Bonjour, mon code', at: 1 }), start: 1, end: 6 }])).toEqual([
      null,
      'Bonjour, mon code',
      null,
    ]);
  });

  it('keeps channels apart', () => {
    expect(texts([said({ text: 'Ailleurs', at: 4, channel: 1, language: 'fr' })])).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('writes no spaces between utterances of a script without them', () => {
    const [first, second] = ['早上', '大家'].map((text, at) => ({
      ...said({ text, at: at * 0.6, language: 'zh' }),
      words: [...text].map((word, index) => ({
        word,
        start: at * 0.6,
        end: at * 0.6 + index,
        confidence: 1,
      })),
    }));
    if (!first || !second) throw new Error('There are two.');
    expect(texts([first, second])[0]).toBe('早上大家');
  });

  it('splits a text without words', () => {
    const [beside] = translationBeside(original, [
      { ...said({ text: 'Bonjour à tous.', at: 0, language: 'fr' }), words: [] },
    ]);
    expect(beside?.words.map(({ word }) => word)).toEqual([' Bonjour', ' à', ' tous.']);
  });
});
