import { expect, type Page } from '@playwright/test';
import { type ReadCue, readSrt, readVtt } from '../accuracy/cue-rules.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip, shared, sharedAudio, WITHOUT_SHARED } from './clips.ts';
import { transcribe } from './page-service.ts';
import { test } from './test.ts';

const milliseconds = ({ startMs, endMs }: ReadCue) => endMs - startMs;
const rowsOf = (cues: ReadCue[]) => cues.flatMap(({ rows }) => rows);
const longest = (values: number[]) => Math.max(...values);
const charactersPerSecond = (cue: ReadCue) => (rowsOf([cue]).join(' ').length / milliseconds(cue)) * 1000;

/** Configurations of the tests below, one job each. */
const CONFIGS = {
  plain: undefined,
  both: { formats: ['vtt', 'srt'] },
  long: { formats: ['vtt'], minimum_duration: 3 },
  short: { formats: ['vtt'], maximum_duration: 1.5 },
  narrow: { formats: ['vtt'], maximum_characters_per_row: 12 },
  flat: { formats: ['vtt'], maximum_characters_per_row: 12, maximum_rows_per_caption: 1 },
  strict: { formats: ['vtt'], style: 'compliance' },
};

/** Two seconds per cue: more than the dialogue has room for. */
const PRESSED = {
  formats: ['vtt'],
  maximum_characters_per_row: 20,
  maximum_rows_per_caption: 1,
  minimum_duration: 2,
};

const DIALOGUE = clip('dialogue_en.flac');

async function subtitlesOf(app: Page, subtitles_config?: Record<string, unknown>) {
  const job = await transcribe(app, DIALOGUE.path, { subtitles: true, subtitles_config });
  return job.result.transcription?.subtitles ?? [];
}

/** The job whose transcript further subtitles are made of, in the page of these tests. */
let heard: Promise<string> | null = null;
/** Subtitles of the dialogue, which is not recognised again for each configuration. */
async function cuesOf(app: Page, config: Record<string, unknown>) {
  heard ??= transcribe(app, DIALOGUE.path).then(({ id }) => id);
  return cuesOfJob(app, await heard, config);
}

async function cuesOfJob(app: Page, id: string, config: Record<string, unknown>) {
  const made = await app.evaluate(
    async ([job, subtitles_config]) => {
      const { result } = await globalThis.earshot.runAddons(job, { subtitles: true, subtitles_config });
      return result.transcription?.subtitles?.[0]?.subtitles ?? '';
    },
    [id, config] as const,
  );
  return readVtt(made);
}

test('sentences stand in both places of the result [§2.8 sentences, Transcription.sentences]', {
  tag: THOROUGH,
}, async ({ app }) => {
  const hello = clip('en_hello.wav');
  const { result } = await transcribe(app, hello.path, { sentences: true });
  const { sentences } = result;
  expect(sentences).toMatchObject({ success: true, is_empty: false, error: null });
  expect(sentences?.results).toEqual(hello.sentences.map(({ text }) => text));
  expect(result.transcription?.sentences).toEqual([sentences]);
});

test('subtitles follow each option of their configuration', { tag: THOROUGH }, async ({ app }) => {
  const [srt, ...others] = await subtitlesOf(app, CONFIGS.plain);
  expect([srt?.format, others]).toEqual(['srt', []]);
  const plain = await readSrt(srt?.subtitles ?? '');
  expect(rowsOf(plain).join(' ')).toBe(DIALOGUE.sentences.map(({ text }) => text).join(' '));
  expect(longest(plain.map(milliseconds))).toBeLessThanOrEqual(7000);

  const both = await subtitlesOf(app, CONFIGS.both);
  expect(both.map(({ format }) => format)).toEqual(['vtt', 'srt']);
  expect((await readVtt(both[0]?.subtitles ?? '')).map(({ rows }) => rows)).toEqual(
    plain.map(({ rows }) => rows),
  );

  const long = await cuesOf(app, CONFIGS.long);
  expect(long.filter((cue) => milliseconds(cue) >= 3000).length).toBeGreaterThan(long.length / 2);
  expect(longest((await cuesOf(app, CONFIGS.short)).map(milliseconds))).toBeLessThanOrEqual(1500);
  expect(longest(rowsOf(await cuesOf(app, CONFIGS.narrow)).map(({ length }) => length))).toBeLessThanOrEqual(
    12,
  );
  expect(longest((await cuesOf(app, CONFIGS.flat)).map(({ rows }) => rows.length))).toBe(1);

  const strict = await cuesOf(app, CONFIGS.strict);
  strict.forEach((cue, index) => {
    expect(charactersPerSecond(cue)).toBeLessThanOrEqual(20);
    const next = strict[index + 1];
    if (next) expect(next.startMs - cue.endMs).toBeGreaterThanOrEqual(80);
  });
});

test('subtitles of style compliance: cues keep their minimum duration where the default stays with the voice', {
  tag: THOROUGH,
}, async ({ app }) => {
  const short = async (style: string) => {
    const cues = await cuesOf(app, { ...PRESSED, style });
    return cues.filter((cue) => milliseconds(cue) < 2000).length;
  };
  expect(await short('default')).toBeGreaterThan(0);
  expect(await short('compliance')).toBe(0);
});

test('subtitles of fast speech: compliance keeps the reading speed where the default follows the voice [§2.4 SubtitlesConfig.style]', {
  tag: THOROUGH,
}, async ({ app }) => {
  test.skip(!shared, WITHOUT_SHARED);
  const { id } = await transcribe(app, sharedAudio('pyannote/trn03.wav'), {
    model: 'stt-3',
    allow_draft: true,
  });
  const tooFast = async (style: string) => {
    const cues = await cuesOfJob(app, id, { formats: ['vtt'], style });
    expect(cues.length).toBeGreaterThan(4);
    return cues.filter((cue) => charactersPerSecond(cue) > 20).length;
  };
  expect(await tooFast('default')).toBeGreaterThan(0);
  expect(await tooFast('compliance')).toBe(0);
});
