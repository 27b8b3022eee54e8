import { afterEach, describe, expect, it } from 'vitest';
import type { AddonKey } from '../../../src/addons/addon-schema.ts';
import {
  type PreRecordedRequestInput,
  requestParams,
} from '../../../src/contract/jobs/pre-recorded-request.ts';
import type { WindowTranscript } from '../../../src/engine/asr/asr-engine.ts';
import { buildTranscript } from '../../../src/engine/transcript/build-transcript.ts';
import { AddonRunner } from '../../../src/host/run/addons/addon-runner.ts';
import { onTranscript } from '../../../src/host/run/addons/run-transcript-addons.ts';
import { onWords } from '../../../src/host/run/addons/run-word-addons.ts';
import { inEnglish } from '../../../src/lib/errors/msg.ts';

const windowOf = (index: number, start: number, text: string): WindowTranscript => ({
  index,
  channel: 0,
  start,
  end: start + 10,
  segments: [
    {
      language: 'en',
      languageConfidence: 1,
      words: text.split(' ').map((word, at) => ({
        word: ` ${word}`,
        start: start + at * 0.4,
        end: start + at * 0.4 + 0.3,
        confidence: 0.9,
      })),
    },
  ],
});

const windows = [windowOf(0, 0, 'Hello there. We met Jon'), windowOf(1, 2.1, 'Smyth today. Good bye.')];
const request = (params: Omit<PreRecordedRequestInput, 'audio_url'>) =>
  requestParams.parse({ audio_url: null, ...params });

let runner: AddonRunner | null = null;
const start = (timeoutMs?: number, signal = new AbortController().signal) => {
  const timeLimit = timeoutMs === undefined ? undefined : { seconds: timeoutMs / 1000, secondsPerMinute: 0 };
  runner = new AddonRunner(10, {}, signal, { timeLimit });
  return runner;
};

afterEach(() => runner?.end());

describe('add-ons in their worker', () => {
  it('rewrite words, also across two windows', async () => {
    const params = request({
      custom_spelling: true,
      custom_spelling_config: { spelling_dictionary: { 'John Smith': ['jon smyth'] } },
    });
    const { windows: rewritten, notes } = await onWords(windows, params, start());
    expect(notes).toEqual([]);
    expect(buildTranscript(rewritten).full_transcript).toBe(
      'Hello there. We met John Smith today. Good bye.',
    );
    expect(rewritten.map((window) => window.segments[0]?.words.length)).toEqual([5, 4]);
    expect(windows[0]?.segments[0]?.words.at(-1)?.word).toBe(' Jon');
  });

  it('read the transcript, and put their results in the right place', async () => {
    const transcript = buildTranscript(windows);
    const params = request({
      sentences: true,
      subtitles: true,
      subtitles_config: { formats: ['srt', 'vtt'] },
    });
    const read = await onTranscript(transcript, params, start());
    const sentences = {
      success: true,
      is_empty: false,
      exec_time: expect.any(Number),
      error: null,
      results: ['Hello there.', 'We met Jon Smyth today.', 'Good bye.'],
    };
    expect(read.result).toEqual({ sentences });
    expect(read.text).toMatchObject({
      sentences: [sentences],
      subtitles: [
        { format: 'srt', subtitles: expect.stringContaining('00:00:00,000 --> ') },
        { format: 'vtt', subtitles: expect.stringMatching(/^WEBVTT/) },
      ],
    });
    expect(read.notes).toEqual([]);
  });

  it('report that there was nothing to read', async () => {
    const read = await onTranscript(buildTranscript([]), request({ sentences: true }), start());
    expect(read.result.sentences).toMatchObject({ success: true, is_empty: true, error: null, results: [] });
  });

  it('are stopped when they take too long, and the next one runs', async () => {
    const slow = start(0);
    const params = request({ sentences: true, subtitles: true });
    const read = await onTranscript(buildTranscript(windows), params, slow);
    expect(read.result.sentences).toMatchObject({
      success: false,
      is_empty: true,
      error: { exception: 'timed_out', message: expect.stringMatching(/sentences took longer than 0 s/) },
      results: null,
    });
    expect(read.notes.map(inEnglish)).toEqual([expect.stringMatching(/^subtitles: .*took longer/)]);
  });

  it('fail alone', async () => {
    const running = start();
    const unknown = 'no_such_addon' as AddonKey;
    const failed = await running.run(unknown, (worker, signal) =>
      worker.call((api) => api.onTranscript(unknown, buildTranscript(windows), request({})), signal),
    );
    expect(failed).toMatchObject({
      success: false,
      error: { message: expect.stringContaining('no_such_addon') },
    });
    const read = await onTranscript(buildTranscript(windows), request({ sentences: true }), running);
    expect(read.result.sentences).toMatchObject({ success: true });
  });

  it('run once more if their worker dies, without what they noted before', async () => {
    let runs = 0;
    const outcome = await start().run('sentences', async (worker, signal) => {
      runs += 1;
      if (runs === 1) worker.terminate();
      return worker.call(
        (api) => api.onTranscript('sentences', buildTranscript(windows), request({ sentences: true })),
        signal,
      );
    });
    expect(runs).toBe(2);
    expect(outcome).toMatchObject({ success: true, notes: [] });
  });

  it('fail if their worker dies twice', async () => {
    let runs = 0;
    const outcome = await start().run('sentences', async (worker) => {
      runs += 1;
      worker.terminate();
      return worker.call(() => undefined);
    });
    expect(runs).toBe(2);
    expect(outcome).toMatchObject({ success: false, error: { exception: 'internal' } });
  });

  it('end with their job', async () => {
    const job = new AbortController();
    const running = start(undefined, job.signal);
    job.abort();
    await expect(
      onTranscript(buildTranscript(windows), request({ sentences: true }), running),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});
