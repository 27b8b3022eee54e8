import { expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import type { SpeechClient } from '../api/speech-client.ts';
import { readTitle, suggestChapters } from './suggest-chapters.ts';

const GARDEN = 'roses tulips soil water seeds spade hedge lawn compost bees';
const MONEY = 'budget costs invoice tax salary bank price payment loan debt';
const talk = documentOf(
  ...Array.from({ length: 40 }, (_, index) => ({
    text: `${index < 20 ? GARDEN : MONEY} and so on`,
    at: index * 15,
  })),
);

const answering = (answer: (text: string) => string) => {
  const asked: string[] = [];
  const client = {
    runAddons: async (_id: string, request: { transcription?: unknown; audio_to_llm_config?: unknown }) => {
      const text = JSON.stringify(request.transcription);
      asked.push(JSON.stringify(request.audio_to_llm_config));
      const results = [{ success: true, results: { prompt: '', response: answer(text) } }];
      return { result: { audio_to_llm: { success: true, results } } } as unknown as Awaited<
        ReturnType<SpeechClient['runAddons']>
      >;
    },
  };
  return { client, asked };
};

it('each part gets a title from the model that reads that part alone, or its first words', async () => {
  const { client, asked } = answering((text) =>
    text.includes('tulips') && !text.includes('invoice')
      ? 'Title: "In the garden."'
      : 'The transcript does not say.',
  );
  const told: number[][] = [];
  const chapters = await suggestChapters(client, 'id', talk, {
    signal: new AbortController().signal,
    onProgress: (...progress) => told.push(progress),
  });
  expect(chapters).toEqual([
    { start: 0, title: 'In the garden' },
    { start: 300, title: 'budget costs invoice tax salary bank…' },
  ]);
  expect(asked).toHaveLength(2);
  expect(asked[0]).toContain('in English');
  expect(told).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

it('ends when it is aborted', async () => {
  const { client, asked } = answering(() => 'Title');
  await expect(
    suggestChapters(client, 'id', talk, { signal: AbortSignal.abort(), onProgress: () => undefined }),
  ).rejects.toThrow();
  expect(asked).toEqual([]);
});

it('a title is the first line without marks', () => {
  expect(readTitle('\n**Die Rosen**\nund mehr')).toBe('Die Rosen');
  expect(readTitle('« Les roses »')).toBe('Les roses');
  expect(readTitle('')).toBeNull();
  expect(readTitle('word '.repeat(40))).toBeNull();
});
