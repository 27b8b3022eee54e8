import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type PreRecordedRequestInput,
  requestParams,
} from '../../../src/contract/jobs/pre-recorded-request.ts';
import type { TranscribeOptions, WindowTranscript } from '../../../src/engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../src/engine/audio/windows/speech-window.ts';
import type { JobHooks } from '../../../src/host/run/job-hooks.ts';
import type { Progress } from '../../../src/host/run/progress/progress-meter.ts';
import { transcribeRecording } from '../../../src/host/run/speech/transcribe-recording.ts';
import { type ByteSource, blobSource } from '../../../src/lib/bytes/byte-source.ts';
import { AsrLanes } from '../../../src/realms/asr/page/asr-lanes.ts';
import longUrl from '../../fixtures/mini/audio/en_60s.flac?url';
import smythUrl from '../../fixtures/mini/audio/en_jon_smyth.wav?url';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

/** Real lanes that record each window's request. */
class WatchedPool extends AsrLanes {
  readonly asked: TranscribeOptions[] = [];

  override transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
  ): Promise<WindowTranscript> {
    this.asked.push(options);
    return super.transcribe(window, options, signal);
  }
}

const pool = new WatchedPool();
beforeEach(() => pool.asked.splice(0));
afterAll(() => pool.end());

type Params = Omit<PreRecordedRequestInput, 'audio_url'>;
const { signal } = new AbortController();
const ENGLISH: Params = { language_config: { languages: ['en'] } };
const fixture = async (url: string) => blobSource(await (await fetch(url)).blob());

const run = (audio: ByteSource, lanes: AsrLanes, hooks: Partial<JobHooks> = {}, params: Params = ENGLISH) =>
  transcribeRecording(
    audio,
    { request: requestParams.parse({ audio_url: null, ...params }), finished: [] },
    { lanes },
    { hooks: { onWindow: async () => undefined, onProgress: () => undefined, ...hooks }, signal },
  );

async function transcribe(params: Params) {
  await pool.loadAsr(['mini-whisper'], { count: 1, cores: 1 }, signal);
  const { windows } = await run(await fixture(smythUrl), pool, {}, params);
  return windows
    .flatMap(({ segments }) => segments.flatMap(({ words }) => words.map(({ word }) => word)))
    .join('')
    .trim();
}

const PLAIN = 'Hello John Smith. Write my name John Smith.';
const VOCABULARY = {
  vocabulary: ['Jon', { value: 'Smyth', intensity: 0.9 }, { value: 'Ada', intensity: 0 }],
};

/** Digital silence, 8-bit mono at 8 kHz. */
function silence(seconds: number): Blob {
  const bytes = seconds * 8000;
  const header = new DataView(new ArrayBuffer(44));
  for (const [at, tag] of [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const)
    new TextEncoder().encodeInto(tag, new Uint8Array(header.buffer, at));
  header.setUint32(4, bytes + 36, true);
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, 8000, true);
  header.setUint32(28, 8000, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  header.setUint32(40, bytes, true);
  return new Blob([header, new Uint8Array(bytes).fill(128)]);
}

it('tells how far it is where there is nothing to hear', {
  tags: THOROUGH_TAG,
  timeout: 120_000,
}, async () => {
  const told: Progress[] = [];
  const hooks = { onProgress: (progress: Progress) => told.push(progress) };
  const { windows } = await run(blobSource(silence(2400)), pool, hooks, {});
  expect(windows).toEqual([]);
  const between = told
    .map(({ fraction }) => fraction)
    .filter((fraction) => fraction > 0.02 && fraction < 0.9);
  // Progress is reported by the clock: a fast machine has few steps.
  expect(new Set(between).size).toBeGreaterThan(0);
  expect(told.map(({ fraction }) => fraction)).toEqual(
    told.map(({ fraction }) => fraction).toSorted((a, b) => a - b),
  );
});

/** Lanes that finish nothing before the gate opens. */
class HeldPool extends WatchedPool {
  gate: Promise<unknown> = Promise.resolve();

  override get lanes(): number {
    return 2;
  }

  override async transcribe(...args: Parameters<WatchedPool['transcribe']>): Promise<WindowTranscript> {
    await this.gate;
    return super.transcribe(...args);
  }
}

/** The fixture, 16-bit, with minutes of silence behind it. */
async function speechThenSilence(seconds: number): Promise<Blob> {
  const wav = new Uint8Array(await (await fetch(smythUrl)).arrayBuffer());
  const view = new DataView(wav.buffer);
  const more = seconds * view.getUint32(28, true);
  view.setUint32(4, view.getUint32(4, true) + more, true);
  view.setUint32(40, view.getUint32(40, true) + more, true);
  return new Blob([wav, new Uint8Array(more)]);
}

it('tells what is finished, not how far decoding is ahead of it, where lanes are free', {
  tags: THOROUGH_TAG,
  timeout: 120_000,
}, async () => {
  const held = new HeldPool();
  await held.loadAsr(['mini-whisper'], { count: 2, cores: 1 }, signal);
  const audio = blobSource(await speechThenSilence(600));
  const early: number[] = [];
  const { promise: decoded, resolve } = Promise.withResolvers<void>();
  let isDecoded = false;
  held.gate = decoded.then(() => {
    isDecoded = true;
  });
  // All is read; the last of it is decoded before the lane goes on.
  const source = {
    size: audio.size,
    read: async (start: number, end: number) => {
      if (end >= audio.size) setTimeout(resolve, 1000);
      return audio.read(start, end);
    },
  };
  const { windows } = await run(source, held, {
    onProgress: ({ fraction }) => {
      if (!isDecoded) early.push(fraction);
    },
  });
  held.end();
  expect(windows).toHaveLength(1);
  // The decoder reads a little ahead before the first window is there; all of it would be 0.9.
  expect(Math.max(0, ...early)).toBeLessThan(0.3);
});

it('sends the next window when any has ended, and keeps their order', { timeout: 120_000 }, async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const { promise: third, resolve: hasThird } = Promise.withResolvers<void>();
  /** The first window ends once the third is here. */
  class Uneven extends AsrLanes {
    override get lanes(): number {
      return 2;
    }
    override async transcribe({ index, channel, pieces }: SpeechWindow): Promise<WindowTranscript> {
      begun.push(index);
      if (index === 2) hasThird();
      if (index === 0) await third;
      ended.push(index);
      const start = pieces[0]?.fileStart ?? 0;
      return { index, channel, start, end: start + 1, segments: [] };
    }
  }
  const { windows } = await run(await fixture(longUrl), new Uneven());
  expect(begun.slice(0, 3)).toEqual([0, 1, 2]);
  expect(ended[0]).toBe(1);
  expect(windows.map(({ index }) => index)).toEqual(begun);
});

it('writes an unsure window again once a later one is sure of its language, if its words are surer then', {
  timeout: 120_000,
}, async () => {
  /** The language in which the first window ends that is taken for Greek, unless it is asked for in English. */
  const written = async (greek: number, sure: number) => {
    const stored: (string | undefined)[] = [];
    const lanes = new AsrLanes();
    lanes.transcribe = async ({ index, channel }, { language: given }) => {
      const language = given ?? (index === 0 ? 'el' : 'en');
      const [languageConfidence, confidence] = language === 'el' ? [greek, 0.5] : [0.9, sure];
      const words = [{ word: ' a', start: 0, end: 1, confidence }];
      return { index, channel, start: 0, end: 1, segments: [{ language, languageConfidence, words }] };
    };
    const onWindow = async ({ index, segments }: WindowTranscript) => {
      stored[index] = segments[0]?.language;
    };
    const { windows } = await run(await fixture(longUrl), lanes, { onWindow }, {});
    expect(stored).toEqual(windows.map(({ segments }) => segments[0]?.language));
    return stored[0];
  };
  expect([await written(0.4, 0.8), await written(0.4, 0.3), await written(0.6, 0.8)]).toEqual([
    'en',
    'el',
    'el',
  ]);
});

it('ends with its text so far where that is enough, and says where it was stopped', {
  tags: THOROUGH_TAG,
  timeout: 120_000,
}, async () => {
  await pool.loadAsr(['mini-whisper'], { count: 1, cores: 1 }, signal);
  const enough = new AbortController();
  const whole = await run(await fixture(longUrl), pool);
  expect(whole.windows.length).toBeGreaterThan(1);
  const onWindow = async () => enough.abort();
  const part = await run(await fixture(longUrl), pool, { enough: enough.signal, onWindow });
  expect(part.windows.length).toBeLessThan(whole.windows.length);
  expect(part.windows).toEqual(whole.windows.slice(0, part.windows.length));
  expect(part.summary.duration).toBeCloseTo(whole.summary.duration, 1);
  expect(part.summary.notes?.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Transcription was stopped after \{0\} s\./),
  ]);
});

describe('a custom vocabulary on its way to the recogniser', () => {
  it('is a prompt, and hot words with their weights; the prompt bends what Whisper writes', {
    tags: THOROUGH_TAG,
  }, async () => {
    const said = await transcribe({ custom_vocabulary: true, custom_vocabulary_config: VOCABULARY });
    expect(pool.asked).toMatchObject([
      {
        prompt: 'Smyth, Jon.',
        hotWords: [
          { text: 'Jon', weight: 0.5 },
          { text: 'Smyth', weight: 0.9 },
        ],
      },
    ]);
    // Before any comparison by sound, which a later add-on does.
    expect(said).toContain('Smyth');
  });

  it('is written with the marks of the language that is given', { tags: THOROUGH_TAG }, async () => {
    await transcribe({
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary: ['東京', '京都'] },
      language_config: { languages: ['ja'] },
    });
    expect(pool.asked).toMatchObject([{ language: 'ja', prompt: '東京、京都。' }]);
  });

  it('has no effect unless it is enabled', async () => {
    expect(await transcribe({ custom_vocabulary_config: VOCABULARY })).toBe(PLAIN);
    expect(pool.asked).toHaveLength(1);
    expect(pool.asked[0]).not.toHaveProperty('prompt');
    expect(pool.asked[0]).not.toHaveProperty('hotWords');
  });
});
