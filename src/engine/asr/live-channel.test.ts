import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openVad, recogniseLive } from '../../../tests/accuracy/live/recognise-live.ts';
import { readWav } from '../../../tests/miniatures/read-wav.ts';
import { concatenate } from '../../lib/bytes/concatenate.ts';
import type { SileroVad } from '../vad/silero-vad.ts';
import type { LiveEngine, LiveText, LiveWords } from './live-recogniser.ts';

// Starting the WASM runtime takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const AUDIO = new URL('../../../tests/fixtures/mini/audio/', import.meta.url);
const clip = async (name: string) => readWav(await readFile(new URL(name, AUDIO)))[0] ?? new Float32Array(0);
const silence = (seconds: number) => new Float32Array(seconds * 16_000);
const texts = (words: { word: string }[]) => words.map(({ word }) => word);

/**
 * A recogniser whose words are the sound's quarters of a second, of which the last two are unsettled: none may be lost or come twice.
 *
 * @param patience seconds of silence for which the end of the speech waits
 * @param take sees the sound of each stretch, with its start in seconds
 */
function countingEngine(
  patience = 0,
  take: (samples: Float32Array, start: number | null) => void = () => undefined,
): LiveEngine {
  const open = () => {
    let start = 0;
    let given = 0;
    let settled = 0;
    const words = (from: number, to: number) =>
      Array.from({ length: Math.max(to - from, 0) }, (_, at) => ({
        word: ` ${from + at}`,
        start: start + (from + at) / 4,
        end: start + (from + at + 1) / 4,
        confidence: 1,
      }));
    const result = (until: number): LiveWords => {
      const from = settled;
      settled = Math.max(until, settled);
      const unsettled = words(settled, Math.ceil(given * 4));
      return { language: 'en', languageConfidence: 1, settled: words(from, settled), unsettled };
    };
    const add = (samples: Float32Array) => {
      given += samples.length / 16_000;
      take(samples, null);
    };
    return {
      patience,
      asRecorded: patience > 0,
      begin: (at: number) => {
        // Nothing comes before what the last speech had.
        expect(at).toBeGreaterThanOrEqual(start + given);
        [start, given, settled] = [at, 0, 0];
        take(new Float32Array(0), at);
      },
      push: async (samples: Float32Array) => {
        add(samples);
        return result(Math.floor(given * 4) - 2);
      },
      pause: async (samples: Float32Array) => {
        add(samples);
        return result(0);
      },
      end: async (samples: Float32Array) => {
        add(samples);
        return result(Math.ceil(given * 4));
      },
    };
  };
  return { step: 0, open, dispose: async () => undefined };
}

describe('a live channel', () => {
  const engine = countingEngine();
  let vad: SileroVad;
  let speech: Float32Array;

  beforeAll(async () => {
    vad = await openVad();
    speech = await clip('en_hello.wav');
  });

  it('tells speech from silence, and never changes what is settled', async () => {
    const heard = await recogniseLive(engine, vad, concatenate([silence(2), speech, silence(1)]));
    expect(heard.words.length).toBeGreaterThan(3);
    expect(heard.changed).toBe(0);
    expect(heard.starts.length).toBeGreaterThan(1);
    expect(heard.ends).toHaveLength(heard.starts.length);
    expect(heard.starts[0]).toBeGreaterThan(2);
    expect(heard.utterances.map(({ utterance }) => utterance)).toEqual(heard.utterances.map((_, at) => at));
    expect(heard.utterances.every(({ unsettled }) => unsettled.length === 0)).toBe(true);
  });

  it('does not recognise silence, noise or a click', async () => {
    const told: LiveText[] = [];
    const click = silence(3).fill(0.9, 16_000, 16_100);
    for (const sound of [silence(30), await clip('noise.wav'), await clip('silence.wav'), click]) {
      const heard = await recogniseLive(engine, vad, sound, {}, (text) => told.push(text));
      expect(heard.starts).toEqual([]);
    }
    expect(told).toEqual([]);
  });

  it('goes on after thirty seconds of silence, as before them', async () => {
    const { words } = await recogniseLive(engine, vad, concatenate([silence(1), speech]));
    const gap = silence(30);
    const twice = await recogniseLive(engine, vad, concatenate([silence(1), speech, gap, speech]));
    expect(twice.words.length).toBeGreaterThan(words.length * 1.5);
    const later = 31 + speech.length / 16_000;
    expect(twice.words.filter(({ start }) => start > later).length).toBeGreaterThan(words.length / 2);
    expect(twice.words.some(({ start }) => start > later - 29 && start < later)).toBe(false);
  });

  it('divides a long utterance behind a settled word: none is lost or said twice', async () => {
    const whole = await recogniseLive(engine, vad, speech, { longestUtterance: 60 });
    const divided = await recogniseLive(engine, vad, speech, { longestUtterance: 1 });
    expect(divided.utterances.length).toBeGreaterThan(whole.utterances.length);
    expect(divided.words).toEqual(whole.words);
  });

  it('joins what is said within the silence that ends an utterance', async () => {
    const separate = await recogniseLive(engine, vad, speech, { longestUtterance: 60 });
    const joined = await recogniseLive(engine, vad, speech, { longestUtterance: 60, endpointing: 5 });
    expect(joined.utterances).toHaveLength(1);
    expect(separate.utterances.length).toBeGreaterThan(1);
    expect(joined.words).toEqual(separate.words);
  });

  it('recognises together what short pauses divide, with their sound, where the recogniser waits for it', async () => {
    const starts: number[] = [];
    const pieces: Float32Array[][] = [];
    const patient = countingEngine(1.5, (samples, start) => {
      if (start !== null) {
        starts.push(start);
        pieces.push([]);
      }
      pieces.at(-1)?.push(samples);
    });
    const quiet = concatenate([silence(1), speech.map((sample) => sample / 50), silence(2)]);
    const atOnce = await recogniseLive(engine, vad, quiet, { longestUtterance: 60 });
    const heard = await recogniseLive(patient, vad, quiet, { longestUtterance: 60 });
    expect(heard.starts).toEqual(atOnce.starts);
    expect(heard.ends).toEqual(atOnce.ends);
    expect(heard.starts.length).toBeGreaterThan(1);
    expect(starts).toHaveLength(1);
    // As it was recorded, and nothing of it is left out.
    const given = concatenate(pieces[0] ?? []);
    const from = Math.round((starts[0] ?? 0) * 16_000);
    expect(given).toEqual(quiet.slice(from, from + given.length));
    // Utterances still end in the pauses.
    expect(heard.changed).toBe(0);
    expect(heard.utterances).toHaveLength(atOnce.utterances.length);
    const joined = heard.words.map(({ word }) => Number(word));
    expect(joined).toEqual(joined.map((_, at) => at));
  });

  it('ends the speech without waiting where the session ends in a pause', async () => {
    const patient = countingEngine(1.5);
    const whole = await recogniseLive(patient, vad, concatenate([speech, silence(3)]));
    const heard = await recogniseLive(patient, vad, concatenate([speech, silence(0.5)]));
    expect(heard.text).toBe(whole.text);
    expect(heard.ends).toHaveLength(heard.starts.length);
    expect(heard.utterances.at(-1)?.isFinal).toBe(true);
  });

  it('has the last words of a session that ends in the middle of speech', async () => {
    const whole = await recogniseLive(engine, vad, concatenate([speech, silence(2)]));
    const last = whole.words.at(-1);
    const cut = await recogniseLive(engine, vad, speech.slice(0, Math.round((last?.end ?? 0) * 16_000)));
    expect(texts(cut.words).length).toBeGreaterThanOrEqual(whole.words.length - 1);
    expect(Math.abs((cut.words.at(-1)?.end ?? 0) - (last?.end ?? 0))).toBeLessThan(0.3);
    expect(cut.utterances.at(-1)?.isFinal).toBe(true);
  });

  it('recognises the same in steps of any length', async () => {
    const usual = await recogniseLive(engine, vad, speech);
    for (const blockSeconds of [0.02, 1, 60]) {
      const heard = await recogniseLive(engine, vad, speech, { blockSeconds });
      expect(heard.text).toBe(usual.text);
      expect(heard.starts).toEqual(usual.starts);
    }
  });

  it('asks for more certainty of speech where it is told to', async () => {
    expect((await recogniseLive(engine, vad, speech, { speechThreshold: 1 })).starts).toEqual([]);
  });
});
