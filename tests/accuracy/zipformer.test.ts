import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AsrEngine, RecognisedWord } from '../../src/engine/asr/asr-engine.ts';
import { readWav } from '../miniatures/read-wav.ts';
import { caseRows } from '../runner/case-rows.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { ENGLISH_ZIPFORMER, loadEnglishZipformer } from './load-english-zipformer.ts';
import { countWordErrors, sumWordErrors, wordErrorRate } from './word-error-rate.ts';
import { wordTimeErrors } from './word-time-error.ts';

const ROOT = new URL('../../', import.meta.url);
const AUDIO = new URL('../shared/audio/', ROOT);
const present = existsSync(ENGLISH_ZIPFORMER) && existsSync(AUDIO);
if (!present) console.warn('Left out: the English weights and recordings of ../shared are not here.');

const READ_CLIPS = caseRows<string>(import.meta.url, 'readClips');

const clips = z.array(z.object({ file: z.string(), text: z.string().nullish() }));
const wordTimes = z.object({
  tests: z.object({
    language_tests: z.array(
      z.object({
        audio_file: z.string(),
        words: z.array(z.object({ word: z.string(), start_sec: z.number(), end_sec: z.number() })),
      }),
    ),
  }),
});

const readJson = async (url: URL): Promise<unknown> => JSON.parse(await readFile(url, 'utf8'));

/** Start of each clip in its assembled file, in seconds. */
const FILE_START = 5;

describe.skipIf(!present)('the English zipformer on real recordings', { timeout: 120_000 }, () => {
  let engine: AsrEngine;

  beforeAll(async () => {
    engine = await loadEnglishZipformer();
  }, 120_000);

  afterAll(() => engine.dispose());

  const heard = new Map<string, Promise<RecognisedWord[]>>();
  /** Several tests look at the same clip, which is transcribed once. */
  function transcriptOf(file: string): Promise<RecognisedWord[]> {
    const known = heard.get(file) ?? transcribe(file);
    heard.set(file, known);
    return known;
  }

  async function transcribe(file: string): Promise<RecognisedWord[]> {
    const [pcm = new Float32Array()] = readWav(await readFile(new URL(file, AUDIO)));
    const transcript = await engine.transcribe(
      {
        index: 0,
        channel: 0,
        pcm,
        pieces: [{ windowStart: 0, fileStart: FILE_START, duration: pcm.length / 16_000 }],
      },
      { language: null, languages: [], codeSwitching: false },
      new AbortController().signal,
    );
    expect(transcript.segments.every(({ language }) => language === 'en')).toBe(true);
    return transcript.segments.flatMap(({ words }) => words);
  }

  const textOf = (words: RecognisedWord[]) => words.map(({ word }) => word).join('');

  it('writes what was said, readably', async () => {
    const text = textOf(await transcriptOf('whisper.cpp/jfk.wav'));
    expect(text).toMatch(/^ And so my fellow american/);
    expect(text).toMatch(/ask what you can do for your country$/i);
  });

  it('gets few words wrong over six read clips', { tags: THOROUGH_TAG }, async () => {
    const truth = clips.parse(await readJson(new URL('manifest.json', AUDIO)));
    const errors = [];
    for (const file of READ_CLIPS) {
      const reference = truth.find((clip) => clip.file === file)?.text ?? '';
      expect(reference).not.toBe('');
      errors.push(countWordErrors(reference, textOf(await transcriptOf(file))));
    }
    expect(wordErrorRate(sumWordErrors(errors))).toBeLessThan(0.13);
  });

  it('says when each word was said, and how sure it is', async () => {
    const [english] = wordTimes.parse(await readJson(new URL('leopard/test_data.json', AUDIO))).tests
      .language_tests;
    const truth = (english?.words ?? []).map(({ word, start_sec, end_sec }) => ({
      word,
      start: FILE_START + start_sec,
      end: FILE_START + end_sec,
    }));
    const words = await transcriptOf('leopard/test.wav');
    const errors = wordTimeErrors(truth, words);
    expect(errors.matchedWords).toBeGreaterThan(14);
    expect(errors.medianStart).toBeLessThan(0.06);
    expect(errors.medianEnd).toBeLessThan(0.12);
    expect(words.every(({ confidence }) => confidence > 0.2 && confidence <= 1)).toBe(true);
    expect(new Set(words.map(({ confidence }) => confidence)).size).toBeGreaterThan(10);
  });

  it('gives the same result again', async () => {
    expect(await transcribe('leopard/test.wav')).toEqual(await transcriptOf('leopard/test.wav'));
  });
});
