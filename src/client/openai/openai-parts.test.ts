import { describe, expect, it } from 'vitest';
import type { PartialTranscript } from '../../contract/jobs/queue-request.ts';
import { announce } from '../../contract/realms/channel.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { letterOf } from './openai-results.ts';
import { readOpenAiForm } from './read-openai-form.ts';
import { GrowingText, restAfter } from './stream-text.ts';

describe('the form of a request', () => {
  it('has lists, objects and no empty texts', () => {
    const form = new FormData();
    for (const [name, value] of [
      ['model', 'whisper-1'],
      ['language', ''],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['chunking_strategy[type]', 'server_vad'],
      ['chunking_strategy[threshold]', '0.5'],
      ['__proto__[polluted]', 'yes'],
    ] as const)
      form.append(name, value);
    const fields = readOpenAiForm(form);
    expect(fields).toMatchObject({
      model: 'whisper-1',
      timestamp_granularities: ['word', 'segment'],
      chunking_strategy: { type: 'server_vad', threshold: '0.5' },
    });
    expect(fields).not.toHaveProperty('language');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

it('speakers have letters', () => {
  expect([0, 1, 25, 26, 27, 52, 701, 702].map(letterOf)).toEqual([
    'A',
    'B',
    'Z',
    'AA',
    'AB',
    'BA',
    'ZZ',
    'AAA',
  ]);
});

it.each([
  ['Hello my name', 'Hello', ' my name'],
  ['你好 再见', '你好再', '见'],
  ['Hello', 'Hello', ''],
  ['Hello', '', 'Hello'],
  ['Hello', 'Help', null],
  ['Hello', 'Hello there', null],
])('of “%s” after “%s” there is %j', (whole, beginning, rest) => {
  expect(restAfter(whole, beginning)).toBe(rest);
});

describe('the text of a running job', () => {
  const words = ['Hello', ' my', ' friend', ' again'];
  const utterances = words.map(
    (word, window): Utterance => ({
      start: window,
      end: window + 1,
      confidence: 1,
      channel: 0,
      language: 'en',
      text: word.trim(),
      words: [{ word, start: window, end: window + 1, confidence: 1 }],
    }),
  );

  /** Gives out what comes of windows that are stored in this order, and of the job's whole text. */
  async function deltasOf(order: number[], whole: string): Promise<string[]> {
    const stored = new Set<number>();
    const deltas: string[] = [];
    const getPartial = async (_: string, from = 0): Promise<PartialTranscript> => ({
      available: true,
      windows: Math.max(...stored) + 1,
      utterances: utterances.filter((_, window) => window >= from && stored.has(window)),
      languages: ['en'],
    });
    const text = new GrowingText({ getPartial }, 'job', (delta) => deltas.push(delta));
    const over = new AbortController();
    text.follow(over.signal);
    for (const window of order) {
      stored.add(window);
      announce({ type: 'job-window', id: 'job', window });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await text.finish(whole);
    over.abort();
    return deltas;
  }

  it('comes in the order of the recording, whichever window is stored first', async () => {
    expect(await deltasOf([1, 0, 2], 'Hello my friend again')).toEqual(['Hello my', ' friend', ' again']);
  });

  it('comes whole at the end where no window came', async () => {
    expect(await deltasOf([], 'Hello my friend')).toEqual(['Hello my friend']);
  });

  it('gets nothing behind it that does not follow from it', async () => {
    expect(await deltasOf([0], 'Good morning')).toEqual(['Hello']);
  });
});
