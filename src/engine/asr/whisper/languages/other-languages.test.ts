import { describe, expect, it } from 'vitest';
import type { RecognisedWord } from '../../asr-engine.ts';
import type { LanguageEvidence } from './detect-language.ts';
import { findOtherLanguages } from './other-languages.ts';

const evidence = (language: string, confidence: number, given: number): LanguageEvidence => ({
  best: { language, confidence },
  given,
});
const GERMAN = evidence('de', 0.98, 0.01);
const ENGLISH = evidence('en', 0.99, 0.99);

/** Two words a second, all as sure as this. */
const words = (start: number, end: number, confidence: number): RecognisedWord[] =>
  Array.from({ length: (end - start) * 2 }, (_, index) => ({
    word: ' word',
    start: start + index / 2,
    end: start + index / 2 + 0.4,
    confidence,
  }));

const SPEECH = [
  { start: 0, end: 6 },
  { start: 7, end: 13 },
];
const HALF_DOUBTFUL = [...words(0, 6, 0.95), ...words(7, 13, 0.5)];

/** German from seven seconds on. */
function german() {
  const recognised: number[] = [];
  const evidenceOf = async ({ start }: { start: number }) => {
    recognised.push(start);
    return start >= 7 ? GERMAN : ENGLISH;
  };
  return { evidenceOf, recognised };
}

describe('another language in a window', () => {
  it('is found where the words are guesses and the window is not purely in the language of the text', async () => {
    const { evidenceOf, recognised } = german();
    const found = await findOtherLanguages(HALF_DOUBTFUL, SPEECH, evidence('en', 0.89, 0.89), evidenceOf);
    expect(found).toEqual([{ start: 7, end: 13, language: 'de', confidence: 0.98 }]);
    expect(recognised).toEqual([7]);
  });

  it('is the whole window, without another run of the encoder, if it is in no other', async () => {
    const { evidenceOf, recognised } = german();
    const found = await findOtherLanguages(words(0, 13, 0.5), SPEECH, GERMAN, evidenceOf);
    expect(found).toEqual([{ start: 0, end: 13, language: 'de', confidence: 0.98 }]);
    expect(recognised).toEqual([]);
  });

  it('is not looked for while the words are sure', async () => {
    const { evidenceOf, recognised } = german();
    const sure = [...words(0, 6, 0.95), ...words(7, 13, 0.9)];
    expect(await findOtherLanguages(sure, SPEECH, evidence('en', 0.9, 0.9), evidenceOf)).toEqual([]);
    expect(await findOtherLanguages(sure, SPEECH, GERMAN, evidenceOf)).toEqual([]);
    expect(recognised).toEqual([]);
  });

  it('is not claimed for words that are doubtful for another reason', async () => {
    const recognised: number[] = [];
    const long = Array.from({ length: 6 }, (_, index) => ({ start: index * 5, end: index * 5 + 4 }));
    const evidenceOf = async ({ start }: { start: number }) => {
      recognised.push(start);
      return evidence('en', 0.7, 0.7);
    };
    expect(await findOtherLanguages(words(0, 30, 0.4), long, ENGLISH, evidenceOf)).toEqual([]);
    expect(recognised).toHaveLength(2);
  });

  it('must be certain: a neighbour of the language that was used is none', async () => {
    const galician = async () => evidence('gl', 0.6, 0.38);
    expect(await findOtherLanguages(HALF_DOUBTFUL, SPEECH, evidence('es', 0.9, 0.9), galician)).toEqual([]);
  });
});
