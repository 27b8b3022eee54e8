import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noModels } from '../../../tests/fakes/no-models.ts';
import { configureNodeRuntime, filesIn, useWasmRuntime } from '../../../tests/miniatures/node-runtime.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { TextClassifierModel } from '../../language/text/text-classifier.ts';
import { z } from '../../lib/zod.ts';
import type { AddonTools } from '../addon.ts';
import { EMOTIONS, emotionOf, MERGED, POLARITY } from './emotions.ts';
import { judgeLabels } from './judge-labels.ts';
import { onTranscript } from './run.ts';

const MODEL = new URL('../../../tests/fixtures/mini/mini-emotions/', import.meta.url);
const request = requestParams.parse({ audio_url: null, sentiment_analysis: true });

/** Specification §2.8, and what existing clients read: a JSON string of this. */
const sentiments = z.array(
  z.strictObject({
    text: z.string().min(1),
    sentiment: z.enum(['positive', 'negative', 'neutral', 'mixed', 'unknown']),
    emotion: z.enum(EMOTIONS),
    start: z.number().min(0),
    end: z.number().min(0),
    channel: z.int().min(0),
    speaker: z.int().min(0).optional(),
  }),
);

function said(text: string, language: Utterance['language'], extra: Partial<Utterance> = {}): Utterance {
  const at = extra.start ?? 0;
  const words = text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: at + index,
    end: at + index + 0.9,
    confidence: 1,
  }));
  return { start: at, end: at + words.length, confidence: 1, channel: 0, language, words, text, ...extra };
}

async function judge(utterances: Utterance[], tools: AddonTools = noModels()) {
  const results = await onTranscript({ full_transcript: '', languages: [], utterances }, request, tools);
  return sentiments.parse(JSON.parse(results));
}

const one = async (text: string, language: Utterance['language'], tools?: AddonTools) => {
  const [first] = await judge([said(text, language)], tools);
  return first && [first.sentiment, first.emotion];
};

describe('with rated words', { timeout: 60_000 }, () => {
  it.each(caseRows<[string, string, string]>(import.meta.url, 'judged'))(
    'judges "%s"',
    async (text, sentiment, emotion) => {
      expect(await one(text, 'en')).toEqual([sentiment, emotion]);
    },
  );

  it.each([
    ['de', 'Ich bin sehr glücklich.', 'positive', 'joy'],
    ['de', 'Das ist nicht gut.', 'negative', 'unknown'],
    ['fr', 'Je suis triste et malheureux.', 'negative', 'sadness'],
    ['fr', 'Merci beaucoup.', 'positive', 'gratitude'],
    ['es', 'Tengo mucho miedo.', 'negative', 'fear'],
    ['it', 'Sono molto felice.', 'positive', 'joy'],
    ['nl', 'Dit is slecht.', 'negative', 'unknown'],
    ['pt', 'Isto é maravilhoso.', 'positive', 'unknown'],
  ] as const)('judges %s: "%s"', async (language, text, sentiment, emotion) => {
    expect(await one(text, language)).toEqual([sentiment, emotion]);
  });

  it('fails, with the reason, where it can read none of the languages', async () => {
    await expect(one('Ég er mjög glaður.', 'is')).rejects.toMatchObject({
      code: 'model_missing',
      message: 'Sentiment analysis has neither a model nor rated words for is.',
    });
  });

  it('returns unknown for a language that it cannot read beside one that it can, and says so', async () => {
    const tools = noModels();
    const judged = await judge([said('Ég er glaður.', 'is'), said('I love it.', 'en', { start: 9 })], tools);
    expect(judged).toMatchObject([{ sentiment: 'unknown' }, { sentiment: 'positive' }]);
    expect(tools.notes).toEqual([expect.stringContaining('neither a model nor rated words for is. Its')]);
  });
});

describe('the results', () => {
  it('are a JSON string of the sentences in order of time, with channel, speaker and times', async () => {
    const utterances = [
      said('I love it. Where is the train?', 'en', { speaker: 1 }),
      said('That is terrible.', 'en', { start: 20, channel: 1, speaker: 0 }),
    ];
    expect(await judge(utterances)).toEqual([
      {
        text: 'I love it.',
        sentiment: 'positive',
        emotion: 'love',
        start: 0,
        end: 2.9,
        channel: 0,
        speaker: 1,
      },
      {
        text: 'Where is the train?',
        sentiment: 'neutral',
        emotion: 'neutral',
        start: 3,
        end: 6.9,
        channel: 0,
        speaker: 1,
      },
      {
        text: 'That is terrible.',
        sentiment: 'negative',
        emotion: 'unknown',
        start: 20,
        end: 22.9,
        channel: 1,
        speaker: 0,
      },
    ]);
  });

  it('omit the speaker without diarization', async () => {
    const [first] = await judge([said('Yes.', 'en')]);
    expect(Object.keys(first ?? {})).not.toContain('speaker');
  });

  it('are an empty list if nobody speaks', async () => {
    expect(
      await onTranscript({ full_transcript: '', languages: [], utterances: [] }, request, noModels()),
    ).toBe('[]');
  });
});

describe('emotions', () => {
  it('are at most 25, and cover every GoEmotions label', () => {
    expect(new Set(EMOTIONS).size).toBe(EMOTIONS.length);
    expect(EMOTIONS.length).toBeLessThanOrEqual(25);
    const config = z
      .object({ id2label: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(new URL('config.json', MODEL), 'utf8')));
    const labels = Object.values(config.id2label);
    expect(labels).toHaveLength(28);
    for (const label of labels) expect(emotionOf(label), label).not.toBe('unknown');
    expect(new Set(labels.map(emotionOf)).size).toBe(EMOTIONS.length - 1);
  });

  it('match the description in docs/emotions.md', () => {
    const page = readFileSync(new URL('../../../docs/emotions.md', import.meta.url), 'utf8');
    for (const polarity of ['positive', 'negative', 'neutral'] as const) {
      const names = EMOTIONS.filter((emotion) => POLARITY[emotion] === polarity).map((name) => `\`${name}\``);
      expect(page).toContain(`- **${polarity}**: ${names.join(', ')}\n`);
    }
    for (const [label, emotion] of Object.entries(MERGED))
      expect(page.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`\\b${label} (counts )?as \`${emotion}\``));
  });
});

describe('labels of a model', () => {
  it('yield mixed sentiment if positive and negative are both likely', () => {
    const labels = [
      { label: 'joy', score: 0.9 },
      { label: 'fear', score: 0.7 },
      { label: 'neutral', score: 0.1 },
    ];
    expect(judgeLabels(labels)).toEqual({ sentiment: 'mixed', emotion: 'joy' });
  });

  it('are unknown if the model uses other labels', () => {
    expect(judgeLabels([{ label: 'LABEL_3', score: 0.9 }])).toEqual({
      sentiment: 'unknown',
      emotion: 'unknown',
    });
  });
});

describe('with the miniature of GoEmotions', { timeout: 60_000 }, () => {
  let model: TextClassifierModel & { modelId: string };
  beforeAll(async () => {
    await useWasmRuntime();
    const { loadTextClassifier } = await import('../../language/text/text-classifier.ts');
    const loaded = await loadTextClassifier({
      files: filesIn(MODEL),
      device: 'wasm',
      dtype: { model: 'q8' },
      configureRuntime: configureNodeRuntime,
    });
    model = { ...loaded, modelId: 'mini-emotions' };
  }, 60_000);
  afterAll(() => model.dispose());

  it('judges in the language of the utterance and reports progress', async () => {
    const fractions: number[] = [];
    const tools = noModels({
      textClassifier: async (_use, language) => (language === 'en' ? model : null),
      onProgress: (fraction) => fractions.push(fraction),
    });
    expect(await one('I feel scared about the week.', 'en', tools)).toEqual(['negative', 'fear']);
    expect(await one('I am hilarious but you are mourning!', 'en', tools)).toEqual([
      'mixed',
      expect.stringMatching(/^(amusement|sadness)$/),
    ]);
    expect(await one('Ich bin glücklich.', 'de', tools)).toEqual(['positive', 'joy']);
    expect(fractions.at(-1)).toBe(1);
  });

  it('reports what judged each language', async () => {
    const tools = noModels({
      textClassifier: async (_use, language) => (language === 'en' ? model : null),
    });
    await judge(
      [
        said('I feel scared.', 'en'),
        said('Ich bin glücklich.', 'de', { start: 10 }),
        said('Ég er glaður.', 'is', { start: 20 }),
      ],
      tools,
    );
    expect(tools.facts).toEqual({ models: { en: ['mini-emotions'], de: ['builtin'], is: [] } });
  });
});
