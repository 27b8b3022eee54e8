import { describe, expect, it } from 'vitest';
import type { AsrEngine, RecognisedSegment, TranscribeOptions } from '../asr-engine.ts';
import { UNCALIBRATED } from './calibration.ts';
import { FusionEngine, type FusionMember } from './fusion-engine.ts';

const WINDOW = {
  index: 3,
  channel: 1,
  pcm: new Float32Array(16_000),
  pieces: [{ windowStart: 0, fileStart: 5, duration: 1 }],
};
const ANY: TranscribeOptions = { language: null, languages: [], codeSwitching: true };

const segment = (language: string, text: string, start: number, confidence = 0.9): RecognisedSegment => ({
  language,
  languageConfidence: 0.8,
  words: text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: start + index * 0.4,
    end: start + index * 0.4 + 0.3,
    confidence,
  })),
});

function member(languages: FusionMember['languages'], ...segments: RecognisedSegment[]) {
  const asked: TranscribeOptions[] = [];
  let disposed = false;
  const engine: AsrEngine = {
    async transcribe({ index, channel }, options) {
      asked.push(options);
      return { index, channel, start: 5, end: 6, segments };
    },
    async dispose() {
      disposed = true;
    },
  };
  return { engine, languages, calibration: UNCALIBRATED, asked, isDisposed: () => disposed };
}

const run = (first: FusionMember, second: FusionMember, options = ANY) =>
  new FusionEngine(first, second).transcribe(WINDOW, options, new AbortController().signal);

const texts = (segments: readonly RecognisedSegment[]) =>
  segments.map(({ language, words }) => `${language}:${words.map(({ word }) => word).join('')}`);

describe('FusionEngine', () => {
  it('lets both engines vote, in the language the first one recognised', async () => {
    const second = member(['en', 'fr'], segment('en', 'the hat sat', 5, 0.95));
    const { segments, index, channel } = await run(
      member('all', segment('en', 'The cat sat.', 5, 0.5)),
      second,
    );
    expect(texts(segments)).toEqual(['en: The hat sat.']);
    expect([index, channel]).toEqual([3, 1]);
    expect(second.asked).toMatchObject([{ language: 'en' }]);
  });

  it('falls back to the first engine for languages only it knows, without asking the second', async () => {
    const second = member(['en'], segment('en', 'foreign words', 5));
    const { segments } = await run(member('all', segment('ja', '客観的', 5, 0.3)), second);
    expect(texts(segments)).toEqual(['ja: 客観的']);
    expect(second.asked).toEqual([]);
  });

  it('votes only on the part of a window whose language both know', async () => {
    const first = member('all', segment('en', 'good cat', 5, 0.5), segment('ja', '客観的', 8, 0.2));
    const second = member(['en'], segment('en', 'good hat - - - - - - noise', 5, 0.95));
    const { segments } = await run(first, second);
    expect(texts(segments)).toEqual(['en: good hat - - -', 'ja: 客観的']);
  });

  it('accepts words where the first engine recognised silence only if the second is confident', async () => {
    const nothing = member('all');
    expect((await run(nothing, member(['en'], segment('en', 'yes', 5, 0.95)))).segments).toHaveLength(1);
    expect((await run(nothing, member(['en'], segment('en', 'yes', 5, 0.6)))).segments).toEqual([]);
    const second = member(['en'], segment('en', 'yes', 5, 0.95));
    expect((await run(nothing, second, { ...ANY, language: 'ja' })).segments).toEqual([]);
  });

  it('says whether the second one changed the text', async () => {
    const doubted = segment('en', 'the cat sat', 5, 0.5);
    const changedBy = async (first: FusionMember, second: FusionMember) =>
      (await run(first, second)).changedByVote;
    expect(
      await changedBy(member('all', doubted), member(['en'], segment('en', 'the hat sat', 5, 0.95))),
    ).toBe(true);
    expect(
      await changedBy(member('all', doubted), member(['en'], segment('en', 'the cat sat', 5, 0.95))),
    ).toBe(false);
    expect(await changedBy(member('all', segment('ja', '客観的', 5)), member(['en']))).toBe(false);
  });

  it('takes a word that the second is sure of only if the first holds it possible', async () => {
    const scored = (score: number): FusionMember => {
      const first = member('all', segment('en', 'the cat sat', 5, 0.5));
      return {
        ...first,
        engine: {
          ...first.engine,
          score: async (_window, _language, texts) => {
            expect(texts).toEqual([' the cat sat', ' the hat sat']);
            return [-4, score];
          },
        },
      };
    };
    const second = member(['en'], segment('en', 'the hat sat', 5, 0.9));
    const likely = await run(scored(-5), second);
    expect([texts(likely.segments), likely.changedByVote]).toEqual([['en: the hat sat'], true]);
    const unlikely = await run(scored(-8), second);
    expect([texts(unlikely.segments), unlikely.changedByVote]).toEqual([['en: the cat sat'], false]);
  });

  it('frees both engines', async () => {
    const first = member('all');
    const second = member(['en']);
    await new FusionEngine(first, second).dispose();
    expect([first.isDisposed(), second.isDisposed()]).toEqual([true, true]);
  });
});
