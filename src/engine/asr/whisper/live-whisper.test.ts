import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { channelsOf, openVad, recogniseLive } from '../../../../tests/accuracy/live/recognise-live.ts';
import { countWordErrors } from '../../../../tests/accuracy/word-error-rate.ts';
import { loadMiniWhisper, readClip } from '../../../../tests/miniatures/mini-whisper.ts';
import { AUDIO, readTruth } from '../../../../tests/miniatures/truth.ts';
import { THOROUGH_TAG } from '../../../../tests/runner/thorough.ts';
import type { SileroVad } from '../../vad/silero-vad.ts';
import type { LiveEngine, LiveText } from '../live-recogniser.ts';
import { LiveWhisper } from './live-whisper.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';

// The machine may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let parts: LoadedWhisper;
let engine: LiveEngine;
let vad: SileroVad;

beforeAll(async () => {
  parts = await loadMiniWhisper();
  engine = {
    step: 0.8,
    open: (options) => new LiveWhisper(parts, options),
    dispose: () => parts.model.dispose(),
  };
  vad = await openVad();
});

afterAll(() => engine.dispose());

const truthOf = async (file: string) => (await readTruth()).find((one) => one.file === file)?.text;

const LOSES_NONE = 'loses no word and says none twice where it lets go of older sound';

async function expectNoneLost(seconds: number, call: 'push' | 'pause'): Promise<void> {
  const step = seconds * 16_000;
  const [speech = new Float32Array()] = await channelsOf(new URL('en_25s.flac', AUDIO));
  // Without pauses, so that all of it is one stretch of speech.
  const recogniser = new LiveWhisper(parts, { language: 'en', languages: [], codeSwitching: false });
  recogniser.begin(0);
  const words: string[] = [];
  for (let at = 0; at < speech.length; at += step) {
    const { settled } = await recogniser[call](speech.slice(at, at + step), new AbortController().signal);
    words.push(...settled.map(({ word }) => word));
  }
  // Settled while speech goes on.
  expect(words.length).toBeGreaterThan(10);
  const { settled } = await recogniser.end(new Float32Array(0), new AbortController().signal);
  words.push(...settled.map(({ word }) => word));
  const errors = countWordErrors((await truthOf('en_25s.flac')) ?? '', words.join(''));
  expect(errors.referenceWords).toBeGreaterThan(20);
  expect(errors.insertions).toBe(0);
  // The beginning of the last word is all that is there of it.
  expect(errors.deletions).toBeLessThanOrEqual(1);
}

describe('Whisper while it is spoken', () => {
  it('writes what is said while it is said, settles it, and never changes it', async () => {
    const texts: LiveText[] = [];
    const speech = await readClip('en_hello.wav');
    const heard = await recogniseLive(engine, vad, speech, { step: 1.2 }, (text) => texts.push(text));
    expect(heard.text).toBe(await truthOf('en_hello.wav'));
    expect(heard.changed).toBe(0);
    expect(texts.some(({ unsettled }) => unsettled.length > 0)).toBe(true);
    expect(heard.utterances.every(({ language }) => language === 'en')).toBe(true);
    for (const [index, { start, end }] of heard.words.entries()) {
      expect(start).toBeGreaterThanOrEqual((heard.words[index - 1]?.end ?? 0) - 0.05);
      expect(end).toBeLessThanOrEqual(speech.length / 16_000);
    }
  });

  it('waits for the end of the speech where the device is slow, with the same text', {
    tags: THOROUGH_TAG,
  }, async () => {
    const slow = { step: Number.POSITIVE_INFINITY, language: 'de' };
    const texts: LiveText[] = [];
    const heard = await recogniseLive(engine, vad, await readClip('de_hallo.wav'), slow, (text) =>
      texts.push(text),
    );
    expect(heard.text).toBe(await truthOf('de_hallo.wav'));
    // Nothing comes before the first pause, and the words before each are unsettled once at most.
    const unsettled = texts.filter((text) => text.unsettled.length > 0);
    expect(unsettled.length).toBeLessThanOrEqual(heard.ends.length);
  });

  it.each([
    [3, 'push'],
    // Of speech with many short pauses on a slow device.
    [3, 'pause'],
  ] as const)(`${LOSES_NONE}, in steps of %d s, each a %s`, expectNoneLost);

  it.each([[4, 'push']] as const)(
    `${LOSES_NONE}, in steps of %d s, each a %s`,
    { tags: THOROUGH_TAG },
    expectNoneLost,
  );

  it('settles the words before a pause once the speech has ended, as they were told', async () => {
    const recogniser = new LiveWhisper(parts, { language: 'en', languages: [], codeSwitching: false });
    const never = new AbortController().signal;
    recogniser.begin(0);
    const paused = await recogniser.pause(await readClip('en_hello.wav'), never);
    expect(paused.unsettled.length).toBeGreaterThan(1);
    const ended = await recogniser.end(new Float32Array(0), never);
    expect(ended.settled).toEqual(paused.unsettled);
    expect(ended.unsettled).toEqual([]);
  });

  it('recognises speech that is quiet from its first word on', { tags: THOROUGH_TAG }, async () => {
    const speech = await readClip('en_hello.wav');
    const quiet = speech.map((sample) => sample / 30);
    const options = { step: 1.2, language: 'en' };
    expect((await recogniseLive(engine, vad, quiet, options)).text).toBe(await truthOf('en_hello.wav'));
  });

  it('keeps its unsettled words where a step is only a guess, and settles them later', async () => {
    let isGuessing = false;
    // With every token as likely as any other, the model guesses.
    const model = new Proxy(parts.model, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          const output: unknown = member.apply(target, args);
          if (!isGuessing || !(output instanceof Promise)) return output;
          return output.then((read) => (read.logits ? { ...read, logits: read.logits.fill(0) } : read));
        };
      },
    });
    const recogniser = new LiveWhisper(
      { ...parts, model },
      { language: 'en', languages: [], codeSwitching: false },
    );
    const never = new AbortController().signal;
    const [speech = new Float32Array()] = await channelsOf(new URL('en_25s.flac', AUDIO));
    const second = (at: number) => speech.slice(at * 16_000, (at + 1) * 16_000);
    recogniser.begin(0);
    const before = await recogniser.push(speech.slice(0, 5 * 16_000), never);
    expect(before.settled.length).toBeGreaterThan(0);
    expect(before.unsettled.length).toBeGreaterThan(0);
    isGuessing = true;
    const guessed = await recogniser.push(second(5), never);
    expect(guessed.settled).toEqual([]);
    expect(guessed.unsettled).toEqual(before.unsettled);
    isGuessing = false;
    const after = await recogniser.push(second(6), never);
    const texts = [...after.settled, ...after.unsettled].map(({ word }) => word);
    expect(texts).toEqual(expect.arrayContaining(before.unsettled.map(({ word }) => word)));
  });

  it('takes back a language that the first words seemed to be', async () => {
    const recogniser = new LiveWhisper(parts, { language: null, languages: [], codeSwitching: false });
    const said = async (file: string, start: number) => {
      const clip = await readClip(file);
      recogniser.begin(start);
      return recogniser.end(clip, new AbortController().signal);
    };
    expect((await said('fr_bonjour.wav', 0)).language).toBe('fr');
    for (const start of [10, 20, 30]) await said('en_hello.wav', start);
    // A short word is no evidence of its own.
    recogniser.begin(40);
    const short = await recogniser.end(
      (await readClip('en_hello.wav')).slice(0, 16_000),
      new AbortController().signal,
    );
    expect(short.language).toBe('en');
  });

  it('says nothing to steady noise that was taken for speech', async () => {
    const recogniser = engine.open({ language: 'en', languages: [], codeSwitching: false });
    recogniser.begin(3);
    const hum = Float32Array.from({ length: 32_000 }, (_, at) => 0.2 * Math.sin(at / 20));
    const { settled, unsettled } = await recogniser.end(hum, new AbortController().signal);
    expect([...settled, ...unsettled]).toEqual([]);
  });
});
