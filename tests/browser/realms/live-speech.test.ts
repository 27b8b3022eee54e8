import { afterEach, describe, expect, it, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { type LiveSpeech, openLiveSpeech } from '../../../src/realms/live/page/open-live-speech.ts';
import type { LiveOptions, LiveUpdate } from '../../../src/realms/live/shared/api.ts';
import helloUrl from '../../fixtures/mini/audio/en_hello.wav?url';
import { readWav } from '../../miniatures/read-wav.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { decodedPcm } from '../audio/decoded-pcm.ts';

const inBase64 = await commands.readFile('../shared/audio/sounds/applause.flac', 'base64').catch(() => null);
const applause: Blob | null =
  inBase64 === null
    ? null
    : new Blob([Uint8Array.from(atob(inBase64), (character) => character.charCodeAt(0))]);
if (!applause) console.warn('Left out: there is no applause at ../shared/audio/sounds.');

const SAID = 'Hello my name is John Smith. Where is the train?';
const OPTIONS: LiveOptions = {
  modelId: 'mini-whisper',
  cores: 2,
  channels: 1,
  sampleRate: 16_000,
  language: null,
  languages: [],
  codeSwitching: false,
  endpointing: 0.05,
  longestUtterance: 5,
};

async function speech(): Promise<Float32Array> {
  const bytes = new Uint8Array(await (await fetch(helloUrl)).arrayBuffer());
  return readWav(bytes)[0] ?? new Float32Array(0);
}

let open: LiveSpeech | null = null;

function begin(options: Partial<LiveOptions> = {}) {
  const updates: LiveUpdate[] = [];
  const live = openLiveSpeech({ ...OPTIONS, ...options }, (update) => updates.push(update));
  open = live;
  const finals = (channel = 0) =>
    updates.flatMap((update) =>
      update.type === 'text' && update.channel === channel && update.text.isFinal ? [update.text] : [],
    );
  const words = (channel = 0) => finals(channel).flatMap(({ settled }) => settled);
  const text = (channel = 0) =>
    words(channel)
      .map(({ word }) => word)
      .join('')
      .trim();
  return { live, updates, finals, words, text };
}

const blocksOf = (pcm: Float32Array, length = 1600) =>
  Array.from({ length: Math.ceil(pcm.length / length) }, (_, at) =>
    pcm.slice(at * length, (at + 1) * length),
  );

/** All workers: one is kept for the next session. */
const made: Worker[] = [];
const Original = Worker;
vi.stubGlobal(
  'Worker',
  class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      made.push(this);
    }
  },
);

describe('speech that is recognised while it is spoken', () => {
  afterEach(() => {
    open?.end();
    vi.restoreAllMocks();
  });

  it('comes as settled words, in order, with the last ones at the end', async () => {
    const { live, updates, finals, text } = begin();
    for (const block of blocksOf(await speech())) live.push([block]);
    await live.finish();
    expect(text()).toBe(SAID);
    expect(finals().map(({ utterance }) => utterance)).toEqual(finals().map((_, at) => at));
    const types = updates.map(({ type }) => type);
    expect(types[0]).toBe('speech-start');
    expect(types.filter((type) => type === 'speech-end')).toHaveLength(
      types.filter((type) => type === 'speech-start').length,
    );
  });

  it('is resampled, and has two sides', { tags: THOROUGH_TAG }, async () => {
    const { live, text, words } = begin({ sampleRate: 32_000, channels: 2, language: 'en' });
    const pcm = await speech();
    // Twice the rate, by repeating each sample.
    const doubled = Float32Array.from({ length: pcm.length * 2 }, (_, at) => pcm[at >> 1] ?? 0);
    for (const block of blocksOf(doubled, 16_000)) live.push([new Float32Array(block.length), block]);
    await live.finish();
    expect(text(0)).toBe('');
    expect(text(1)).toBe(SAID);
    expect(words(1).at(-1)?.end).toBeLessThan(pcm.length / 16_000);
  });

  it('goes on in a new worker behind the settled words if one ends without a word', {
    tags: THOROUGH_TAG,
  }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { live, updates, words, text, finals } = begin({ language: 'en' });
    const blocks = blocksOf(await speech());
    await live.ready;
    for (const block of blocks.slice(0, 35)) live.push([block]);
    await expect
      .poll(() => updates.some((update) => update.type === 'text' && update.text.settled.length > 1), {
        timeout: 60_000,
      })
      .toBe(true);
    const before = updates.length;
    // As a crash: the page sees an error of the worker.
    const started = made.length;
    made.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    for (const block of blocks.slice(35)) live.push([block]);
    await live.finish();
    expect(made).toHaveLength(started + 1);
    expect(updates.length).toBeGreaterThan(before);
    expect(text().replaceAll(/[^\p{L} ]/gu, '')).toBe(SAID.replaceAll(/[^\p{L} ]/gu, ''));
    expect(finals().map(({ utterance }) => utterance)).toEqual(finals().map((_, at) => at));
    for (const [index, { start }] of words().entries())
      expect(start).toBeGreaterThanOrEqual((words()[index - 1]?.end ?? 0) - 0.1);
  });

  // With the real model of sounds, which is part of the app.
  it.skipIf(!applause)(
    'names a sound while it lasts, and once more when it is over',
    { tags: THOROUGH_TAG },
    async () => {
      const { live, updates } = begin({ language: 'en', sounds: true });
      const [pcm = new Float32Array(0)] = await decodedPcm(applause ?? new Blob());
      const quiet = new Float32Array(24_000);
      for (const part of [quiet, pcm, quiet, quiet])
        for (const block of blocksOf(part, 8000)) live.push([block]);
      await live.finish();
      const news = updates.flatMap((update) => (update.type === 'sound' ? [update] : []));
      expect(news.map(({ id, sound, isOver }) => [id, sound.kind, isOver])).toEqual([
        ['0_0', 'applause', false],
        ['0_0', 'applause', true],
      ]);
      const { start = 0, end = 0 } = news[1]?.sound ?? {};
      expect(Math.abs(start - 1.5)).toBeLessThan(0.5);
      expect(Math.abs(end - 1.5 - pcm.length / 16_000)).toBeLessThan(0.5);
    },
  );

  it('says which model is missing', async () => {
    const { live } = begin({ modelId: 'whisper-tiny' });
    await expect(live.ready).rejects.toMatchObject({ code: 'model_missing' });
    live.push([new Float32Array(1600)]);
    await expect(live.finish()).rejects.toMatchObject({ code: 'model_missing' });
  });
});
