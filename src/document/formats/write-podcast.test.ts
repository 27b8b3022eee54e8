import { expect, it } from 'vitest';
import { z } from 'zod';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { serialize } from '../serialize.ts';

const about = { id: crypto.randomUUID(), revision: 0, edited_at: null };
const document = documentOf(
  { text: 'Good morning. How are you?', at: 1, speaker: 0 },
  { text: 'Fine, thanks.', at: 5, speaker: 1 },
);
const talk = {
  ...document,
  speakers: document.speakers.map((speaker, at) => ({ ...speaker, name: at === 0 ? 'Ada' : null })),
  chapters: [
    { id: 'h1', start: 5.0004, title: 'Answers & more', made_by: 'hand' as const },
    { id: 'h0', start: 0, title: 'Greetings', made_by: 'hand' as const },
  ],
};
const write = (format: 'podcast' | 'chapters' | 'srt', options: object = {}) =>
  String(serialize(talk, format, about, { names: true, title: 'Talk', ...options }).content);

it('a podcast’s transcript has a segment for each sentence or paragraph, with who says it', () => {
  const { version, segments } = JSON.parse(write('podcast'));
  expect(version).toBe('1.0.0');
  expect(segments.map(({ speaker, body }: Record<string, string>) => [speaker, body])).toEqual([
    ['Ada', 'Good morning.'],
    ['Ada', 'How are you?'],
    ['Speaker 2', 'Fine, thanks.'],
  ]);
  expect(segments[0]).toMatchObject({ startTime: 1, endTime: expect.any(Number) });
  expect(JSON.parse(write('podcast', { timestamps: 'paragraph' })).segments).toHaveLength(2);
  expect(write('podcast', { speakers: false })).not.toContain('speaker');
});

it('chapters are in order, in whole milliseconds', () => {
  expect(JSON.parse(write('chapters'))).toEqual({
    version: '1.2.0',
    title: 'Talk',
    chapters: [
      { startTime: 0, title: 'Greetings' },
      { startTime: 5, title: 'Answers & more' },
    ],
  });
});

/** As the namespace's documents list them, and nothing else; readers take what they do not know for a fault. */
const transcriptFile = z.strictObject({
  version: z.string(),
  segments: z.array(
    z.strictObject({
      speaker: z.string().min(1).optional(),
      startTime: z.number().min(0),
      endTime: z.number().min(0),
      body: z.string().min(1),
    }),
  ),
});
const chaptersFile = z.strictObject({
  version: z.literal('1.2.0'),
  author: z.string().optional(),
  title: z.string().optional(),
  podcastName: z.string().optional(),
  description: z.string().optional(),
  fileName: z.string().optional(),
  waypoints: z.boolean().optional(),
  chapters: z.array(
    z.strictObject({
      startTime: z.number().min(0),
      title: z.string().optional(),
      img: z.string().optional(),
      url: z.string().optional(),
      toc: z.boolean().optional(),
      endTime: z.number().optional(),
    }),
  ),
});

it('both are as the namespace publishes them', () => {
  const { segments } = transcriptFile.parse(JSON.parse(write('podcast')));
  for (const [at, { startTime, endTime }] of segments.entries()) {
    expect(endTime).toBeGreaterThan(startTime);
    expect(startTime).toBeGreaterThanOrEqual(segments[at - 1]?.startTime ?? 0);
  }
  const { chapters } = chaptersFile.parse(JSON.parse(write('chapters')));
  expect(chapters.map(({ startTime }) => startTime)).toEqual(
    chapters.map(({ startTime }) => startTime).toSorted((a, b) => a - b),
  );
});
