import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeApi, FakeWorker, hang, outOfMemory } from '../../../../tests/fakes/fake-worker.ts';
import { requestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { DiarizationWorkerApi } from '../../../realms/diarization/shared/api.ts';
import { supervise } from '../../../realms/every-worker/page/supervise.ts';
import { SpeakerDiarization, type VoiceSample } from './speaker-diarization.ts';

const LOADED = { segmentationId: 's', embeddingId: 'e', models: 's e', speakerDistance: 0.5 };
const request = requestParams.parse({ audio_url: null, diarization: true });
const window = (index: number): SpeechWindow => ({ index, channel: 0, pcm: new Float32Array(3), pieces: [] });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

function worker(fails: Record<number, () => unknown> = {}, other: FakeApi = {}): FakeApi {
  return {
    load: async () => LOADED,
    diarize: async ({ index }: SpeechWindow) =>
      fails[index]?.() ?? { pieces: [], voices: [], chunks: [], models: 's e', seconds: index },
    findSpeakers: async (windows: unknown[]) => ({
      turns: windows.map(() => ({ speaker: 0 })),
      known: [],
      voices: [],
      silent: [],
    }),
    ...other,
  } as FakeApi;
}

/** Its scripts never arrive. */
const UNSTARTED: FakeApi = worker({}, { load: hang, diarize: hang, findSpeakers: hang });

/** Recognises three windows with these workers, one after the other. */
async function recognise(...apis: FakeApi[]) {
  return recogniseWith([], ...apis);
}

/** The same, with samples of known voices. */
async function recogniseWith(samples: readonly VoiceSample[], ...apis: FakeApi[]) {
  const made: FakeWorker[] = [];
  const workers = supervise<DiarizationWorkerApi>({
    spawn: () => {
      const api = apis[made.length] ?? {};
      const fake = new FakeWorker(api, { starts: api !== UNSTARTED });
      made.push(fake);
      return fake;
    },
    idleMs: 1_000,
    limits: { startMs: 30, firstMs: 200, leastMs: 50, factor: 3 },
    attempts: 2,
  });
  const speakers = SpeakerDiarization.start(request, new AbortController().signal, workers);
  if (!speakers) throw new Error('Nothing was asked for.');
  const recognised = await Promise.all([0, 1, 2].map((index) => speakers.recognise(window(index))));
  const windows = recognised.map((found, index): WindowTranscript => {
    const transcript = { index, channel: 0, start: index, end: index + 1, segments: [] };
    return found ? { ...transcript, speakers: found } : transcript;
  });
  const outcome = await speakers.finish(windows, samples);
  return { recognised: recognised.map((found) => found?.seconds), outcome, made };
}

const ALL = [0, 1, 2];

describe('known voices', () => {
  const sample = (name: string, fault: AppError | null = null) => ({ name, windows: [], fault });
  const found = (known: (number | null)[], silent: number[]) =>
    worker({}, { findSpeakers: async () => ({ turns: [], known, silent }) });

  it('have the speakers that are theirs', async () => {
    const { outcome } = await recogniseWith([sample('Ann'), sample('Bob')], found([1, null, 1], []));
    const known = [
      { name: 'Ann', speakers: [] },
      { name: 'Bob', speakers: [0, 2] },
    ];
    expect(outcome).toMatchObject({ success: true, known, fault: null });
    expect((await recognise(found([null], []))).outcome).not.toHaveProperty('known');
  });

  it('without a voice, or that could not be read, are told', async () => {
    const silent = await recogniseWith([sample('Ann'), sample('Bob')], found([0], [1]));
    expect(silent.outcome).toMatchObject({
      success: true,
      fault: { code: 'unprocessable_audio', message: expect.stringContaining('known_speakers.1') },
    });
    const gone = sample('Ann', new AppError('not_found', msg`It is gone.`));
    const { outcome } = await recogniseWith([gone], found([null], [0]));
    expect(outcome).toMatchObject({ success: true, fault: { message: 'It is gone.' } });
  });
});

describe('speakers whose worker', () => {
  it('works are found by that one', async () => {
    const { recognised, outcome, made } = await recognise(worker());
    expect(recognised).toEqual(ALL);
    expect(outcome).toMatchObject({ success: true, turns: [{}, {}, {}] });
    expect(made).toHaveLength(1);
  });

  it.each([
    ['stops answering', hang],
    ['runs out of memory', outOfMemory],
  ])('%s are found by a new one', async (_, fate) => {
    const { recognised, outcome, made } = await recognise(worker({ 1: fate }), worker());
    expect(recognised).toEqual(ALL);
    expect(outcome.success).toBe(true);
    expect(made.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  it.each([
    ['loads', { load: hang, diarize: hang }],
    ['groups the voices', { findSpeakers: hang }],
  ])('hangs while it %s are found by a new one', async (_, other) => {
    const { recognised, outcome } = await recognise(worker({}, other), worker());
    expect(recognised).toEqual(ALL);
    expect(outcome.success).toBe(true);
  });

  it('did not even start three times are found by the fourth, or by a fifth if that fails', async () => {
    const threeTimes = [UNSTARTED, UNSTARTED, UNSTARTED];
    const { recognised, made } = await recognise(...threeTimes, worker());
    expect(recognised).toEqual(ALL);
    expect(made).toHaveLength(4);
    expect((await recognise(...threeTimes, worker({ 1: hang }), worker())).recognised).toEqual(ALL);
    const { outcome } = await recognise(...threeTimes, UNSTARTED, UNSTARTED);
    expect(outcome).toMatchObject({
      success: false,
      error: { message: expect.stringMatching(/^A worker did not start/) },
    });
  });

  it('fails twice are not found, with the reason', async () => {
    const { recognised, outcome } = await recognise(worker({ 1: hang }), worker({ 1: hang }), worker());
    expect(recognised).toEqual([0, undefined, undefined]);
    expect(outcome).toMatchObject({
      success: false,
      error: { message: expect.stringMatching(/^Finding the speakers showed no progress/) },
    });
  });
});

describe('a diarizer that follows a channel from window to window', () => {
  const state = (settled: number) => ({ channel: 0, settled });
  /** The state is the number of windows before. */
  function following(calls: unknown[], fails: Record<number, () => unknown> = {}): FakeApi {
    return worker(
      {},
      {
        diarize: async ({ index }: SpeechWindow, before: { settled: number } | null, isAlone = false) => {
          const failed = fails[index]?.();
          if (failed) return failed;
          calls.push(['diarize', index, before?.settled ?? null, isAlone]);
          const next = state(index + 1);
          return { pieces: [], voices: [], chunks: [], models: 's e', stream: 'new', seconds: index, next };
        },
        follow: async ({ index }: SpeechWindow, stream: string, before: { settled: number } | null) => {
          calls.push(['follow', index, before?.settled ?? null]);
          return stream === 'old' ? state(index + 1) : null;
        },
        findSpeakers: async (_windows: unknown, _limits: unknown, { open }: { open: unknown }) => {
          calls.push(['findSpeakers', open]);
          return { turns: [], known: [], voices: [], silent: [] };
        },
      },
    );
  }

  const known = (stream: string, models = 's e') => ({
    pieces: [],
    voices: [],
    chunks: [],
    seconds: 0,
    stream,
    models,
  });

  function start(...apis: FakeApi[]) {
    let made = 0;
    const workers = supervise<DiarizationWorkerApi>({
      spawn: () => new FakeWorker(apis[made++] ?? {}, { starts: true }),
      idleMs: 1_000,
      limits: { startMs: 30, firstMs: 200, leastMs: 50, factor: 3 },
      attempts: 2,
    });
    const speakers = SpeakerDiarization.start(request, new AbortController().signal, workers);
    if (!speakers) throw new Error('Nothing was asked for.');
    return speakers;
  }

  it('is told where it was, and at the end of each channel what is left', async () => {
    const calls: unknown[] = [];
    const speakers = start(following(calls));
    const found = await Promise.all([0, 1].map((index) => speakers.recognise(window(index))));
    expect(found[0]).not.toHaveProperty('next');
    await speakers.recogniseAlone(window(9));
    await speakers.finish([]);
    expect(calls).toEqual([
      ['diarize', 0, null, false],
      ['diarize', 1, 1, false],
      ['diarize', 9, null, true],
      ['findSpeakers', [state(2)]],
    ]);
  });

  it('goes on after windows of an earlier run, which stay as they are', async () => {
    const calls: unknown[] = [];
    const speakers = start(following(calls));
    const old = known('old');
    expect(await speakers.recognise(window(0), old)).toBe(old);
    expect((await speakers.recognise(window(1), known('of another state')))?.stream).toBe('new');
    expect((await speakers.recognise(window(2), known('old', 'other models')))?.stream).toBe('new');
    expect(calls).toEqual([
      ['follow', 0, null],
      ['follow', 1, 1],
      ['diarize', 1, 1, false],
      ['diarize', 2, 2, false],
    ]);
  });

  it('goes on in a new worker', async () => {
    const calls: unknown[] = [];
    const speakers = start(following(calls, { 1: outOfMemory }), following(calls));
    for (const index of [0, 1]) await speakers.recognise(window(index));
    expect(calls).toEqual([
      ['diarize', 0, null, false],
      ['diarize', 1, 1, false],
    ]);
  });
});
