import { beforeAll, describe, expect, it } from 'vitest';
import { onTranscript } from '../../../src/addons/translation/run.ts';
import { requestParams } from '../../../src/contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import type { MarianModel } from '../../../src/language/marian/marian-model.ts';
import { fakeTools } from '../../fakes/fake-translator.ts';
import { spokenUtterance } from '../../fakes/spoken-utterance.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { loadRealModel } from './real-pair.ts';
import { hasRealPair } from './real-pair-here.ts';
import { translatorOf } from './translate-all.ts';

const CHARACTERS = 100_000;

/** Each with a number of its own; some have emoji and a script from right to left. */
const sentenceOf = (index: number): string => {
  const more = index % 50 === 0 ? ', and he said שלום 😀' : '';
  return `On day ${index} the meeting begins at nine and ends at ten${more}.`;
};

function sentencesOf(characters: number): string[] {
  const sentences: string[] = [];
  for (let length = 0; length < characters; length += (sentences.at(-1)?.length ?? 0) + 1)
    sentences.push(sentenceOf(sentences.length));
  return sentences;
}

if (!hasRealPair())
  console.warn('Left out: long translations, since ../shared/models/marian-tiny-en-pt is absent.');

describe.runIf(hasRealPair())(
  'a text of 100,000 characters',
  { tags: THOROUGH_TAG, timeout: 300_000 },
  () => {
    let model: MarianModel;
    beforeAll(async () => {
      model = await loadRealModel('en-pt');
    });
    const sentences = sentencesOf(CHARACTERS);

    const translate = async (utterances: Utterance[]) => {
      const { tools } = fakeTools(() => null);
      const [result] = await onTranscript(
        { full_transcript: '', languages: ['en'], utterances },
        requestParams.parse({
          audio_url: null,
          translation: true,
          translation_config: { target_languages: ['pt'] },
        }),
        { ...tools, translator: async () => translatorOf(model, 'en') },
      );
      return result;
    };
    /** Sentences that arrived: their numbers, in order. */
    const numbersIn = (text = '') => [...text.matchAll(/\d+/gu)].map(([found]) => Number(found));

    it.each([
      ['in one utterance', [spokenUtterance(sentences.join(' '), { start: 0 })]],
      ['in many', sentences.map((text, index) => spokenUtterance(text, { start: 5 * index }))],
    ])('is translated to its end, %s', async (_, utterances) => {
      const before = structuredClone(utterances);
      const result = await translate(utterances);
      expect(result?.error).toBeNull();
      expect(result?.utterances).toHaveLength(utterances.length);
      // Small ones may be written as words.
      const numbers = numbersIn(result?.full_transcript).filter((number) => number > 10);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(numbers.at(-1)).toBe(sentences.length - 1);
      expect(new Set(numbers).size).toBeGreaterThan(0.99 * (sentences.length - 11));
      expect(result?.full_transcript.length).toBeGreaterThan(CHARACTERS / 2);
      expect(utterances).toEqual(before);
    });
  },
);
