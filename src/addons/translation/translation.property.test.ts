import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCues, readVtt } from '../../../tests/accuracy/cue-rules.ts';
import { noModels } from '../../../tests/fakes/no-models.ts';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { cases } from '../../../tests/runner/thorough.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { TranslationLanguageCode } from '../../contract/transcripts/language-code.ts';
import { translationResult } from '../../contract/transcripts/transcription-result.ts';
import { findSentences } from '../../engine/transcript/find-sentences.ts';
import type { AddonTools } from '../addon.ts';
import { makeSubtitles } from '../subtitles/run.ts';
import { subtitlesConfig } from '../subtitles/schema.ts';
import { onTranscript } from './run.ts';

/** What a model might write in each language, whatever its instructions. */
const WRITTEN: Partial<Record<TranslationLanguageCode, string[]>> = {
  fr: ['Où', 'est', 'votre', 'école ?', "l'avenir", '« oui »', 'demain.', 'extraordinairement'],
  de: ['die', 'Donaudampfschifffahrtsgesellschaftskapitänsmütze', 'am', '3.', 'Oktober.'],
  ja: ['今日は', '天気が', 'いいです。', '「東京」', 'GPU'],
  zh: ['我们', '的出租车，', '因为', '好。'],
  th: ['สวัสดีครับ', 'วันนี้อากาศดีมาก'],
  ar: ['قال', 'الرئيس', 'نعم.', '2024'],
  wo: ['Nanga', 'def', 'jërëjëf.'],
};
const SAID = caseRows<string>(import.meta.url, 'said');

const anyTranscript = fc.array(
  fc.record({
    words: fc.array(fc.constantFrom(...SAID), { minLength: 1, maxLength: 14 }),
    pause: fc.double({ min: 0, max: 3, noNaN: true }),
    pace: fc.double({ min: 0.005, max: 0.2, noNaN: true }),
    speaker: fc.integer({ min: 0, max: 2 }),
    language: fc.constantFrom('en' as const, 'es' as const),
  }),
  { maxLength: 8 },
);

/** Consecutive utterances, as a recogniser produces them. */
function spoken(parts: typeof anyTranscript extends fc.Arbitrary<infer Parts> ? Parts : never) {
  let at = 0;
  return parts.map(({ words, pause, ...manner }) => {
    const utterance = spokenUtterance(words.join(' '), {
      ...manner,
      start: Math.round((at + pause) * 1000) / 1000,
    });
    at = utterance.end;
    return utterance;
  });
}

function toolsThatWrite(words: readonly string[], lengths: readonly number[]): AddonTools {
  let next = 0;
  const write = () => {
    const length = lengths[next++ % lengths.length] ?? 1;
    return Array.from({ length }, (_, at) => words[(next * 7 + at) % words.length]).join(' ');
  };
  return noModels({
    translator: async () => ({
      modelId: 'any',
      translate: async (source) => [{ source, text: write(), score: 0, tokens: [] }],
    }),
  });
}

const letters = (text: string) => text.replaceAll(/\s/gu, '');

describe('for any transcript and any model output', () => {
  it('no utterance is lost, words keep their time and order, and subtitles follow all rules', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTranscript,
        fc.constantFrom(...(Object.keys(WRITTEN) as (keyof typeof WRITTEN)[])),
        fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (parts, target, lengths, matching) => {
          const utterances = spoken(parts);
          const request = requestParams.parse({
            audio_url: null,
            translation: true,
            translation_config: { target_languages: [target], match_original_utterances: matching },
          });
          const transcription = { full_transcript: '', languages: [], utterances };
          const tools = toolsThatWrite(WRITTEN[target] ?? [], lengths);
          const [result] = await onTranscript(transcription, request, tools);
          const translated = translationResult.parse(result).utterances;

          const expected = matching ? utterances : findSentences(utterances);
          expect(translated.map(({ start, end, speaker }) => ({ start, end, speaker }))).toEqual(
            expected.map(({ start, end, speaker }) => ({ start, end, speaker })),
          );
          for (const [index, { text, words, start, end }] of translated.entries()) {
            expect(text.trim()).not.toBe('');
            for (const redacted of ['[NAME_1]', '###']) {
              const times = (within: string) => within.split(redacted).length;
              expect(times(text)).toBe(times(expected[index]?.text ?? ''));
            }
            expect(letters(words.map(({ word }) => word).join(''))).toBe(letters(text));
            const times = words.flatMap((word) => [word.start, word.end]);
            expect(times).toEqual(times.toSorted((a, b) => a - b));
            expect(times.at(0) ?? start).toBeGreaterThanOrEqual(start);
            expect(times.at(-1) ?? end).toBeLessThanOrEqual(end);
          }
          const config = subtitlesConfig.parse({ formats: ['vtt'] });
          const [file] = makeSubtitles(translated, config);
          const { broken, textFault } = checkCues(await readVtt(file?.subtitles ?? ''), translated, config);
          expect(textFault).toBeNull();
          expect(broken).toEqual([]);
        },
      ),
      cases(150),
    );
  }, 120_000);
});
