import { expect } from '@playwright/test';
import { type ReadCue, readSrt, readVtt } from '../accuracy/cue-rules.ts';
import { clip } from './clips.ts';
import { transcribe } from './service.ts';
import { test } from './shared-page.ts';

const milliseconds = ({ startMs, endMs }: ReadCue) => endMs - startMs;
const rowsOf = (cues: ReadCue[]) => cues.flatMap(({ rows }) => rows);
const longest = (values: number[]) => Math.max(...values);

/** The configurations of the tests below, one job each. */
const CONFIGS = {
  plain: undefined,
  both: { formats: ['vtt', 'srt'] },
  long: { formats: ['vtt'], minimum_duration: 3 },
  short: { formats: ['vtt'], maximum_duration: 1.5 },
  narrow: { formats: ['vtt'], maximum_characters_per_row: 12 },
  flat: { formats: ['vtt'], maximum_characters_per_row: 12, maximum_rows_per_caption: 1 },
  strict: { formats: ['vtt'], style: 'compliance' },
};

test('sentences stand in both places of the result', async ({ app }) => {
  const hello = clip('en_hello.wav');
  const { result } = await transcribe(app, hello.path, { sentences: true });
  const { sentences } = result;
  expect(sentences).toMatchObject({ success: true, is_empty: false, error: null });
  expect(sentences?.results).toEqual(hello.sentences.map(({ text }) => text));
  expect(result.transcription?.sentences).toEqual([sentences]);
});

test('subtitles follow each option of their configuration', async ({ app }) => {
  const dialogue = clip('dialogue_en.flac');
  const files = async (subtitles_config?: Record<string, unknown>) => {
    const job = await transcribe(app, dialogue.path, { subtitles: true, subtitles_config });
    return job.result.transcription?.subtitles ?? [];
  };
  const cuesWith = async (config: Record<string, unknown>) =>
    readVtt((await files(config))[0]?.subtitles ?? '');

  const [srt, ...others] = await files(CONFIGS.plain);
  expect([srt?.format, others]).toEqual(['srt', []]);
  const plain = await readSrt(srt?.subtitles ?? '');
  expect(rowsOf(plain).join(' ')).toBe(dialogue.sentences.map(({ text }) => text).join(' '));
  expect(longest(plain.map(milliseconds))).toBeLessThanOrEqual(7000);

  const both = await files(CONFIGS.both);
  expect(both.map(({ format }) => format)).toEqual(['vtt', 'srt']);
  expect((await readVtt(both[0]?.subtitles ?? '')).map(({ rows }) => rows)).toEqual(
    plain.map(({ rows }) => rows),
  );

  const long = await cuesWith(CONFIGS.long);
  expect(long.filter((cue) => milliseconds(cue) >= 3000).length).toBeGreaterThan(long.length / 2);
  expect(longest((await cuesWith(CONFIGS.short)).map(milliseconds))).toBeLessThanOrEqual(1500);
  expect(longest(rowsOf(await cuesWith(CONFIGS.narrow)).map(({ length }) => length))).toBeLessThanOrEqual(12);
  expect(longest((await cuesWith(CONFIGS.flat)).map(({ rows }) => rows.length))).toBe(1);

  const strict = await cuesWith(CONFIGS.strict);
  strict.forEach((cue, index) => {
    expect((rowsOf([cue]).join(' ').length / milliseconds(cue)) * 1000).toBeLessThanOrEqual(20);
    const next = strict[index + 1];
    if (next) expect(next.startMs - cue.endMs).toBeGreaterThanOrEqual(80);
  });
});
