import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AsrEngine, WindowTranscript } from '../../src/engine/asr/asr-engine.ts';
import type { LanguageFinder } from '../../src/engine/asr/languages/language-finder.ts';
import { LazyLanguageFinder } from '../../src/engine/asr/languages/lazy-language-finder.ts';
import { readWav } from '../miniatures/read-wav.ts';
import { ENGLISH_ZIPFORMER, loadEnglishZipformer } from './load-english-zipformer.ts';
import { WHISPER_BASE, whisperBaseOptions } from './load-whisper-base.ts';

const AUDIO = new URL('../../../shared/audio/', import.meta.url);
const present = [WHISPER_BASE, ENGLISH_ZIPFORMER, AUDIO].every((place) => existsSync(place));
if (!present) {
  console.warn('Left out: weights or recordings of ../shared are not here, so no foreign speech is refused.');
}

async function loadFinder(): Promise<LanguageFinder> {
  const options = await whisperBaseOptions();
  const { loadLanguageFinder } = await import(
    '../../src/engine/asr/whisper/languages/load-language-finder.ts'
  );
  return loadLanguageFinder(options, 'whisper-base');
}

describe.skipIf(!present)('the English transducer, with Whisper base beside it', { timeout: 240_000 }, () => {
  let finder: LanguageFinder;
  let engine: AsrEngine;

  beforeAll(async () => {
    finder = await loadFinder();
    // Loading takes longer than listening, so all recordings but one share it.
    engine = await loadEnglishZipformer({ ...finder, release: async () => undefined });
  }, 120_000);

  afterAll(() => Promise.all([engine.dispose(), finder.release()]));

  async function hear(file: string, languages: string[], by = engine): Promise<WindowTranscript> {
    const [samples = new Float32Array()] = readWav(await readFile(new URL(file, AUDIO)));
    const pcm = samples.slice(0, 30 * 16_000);
    return by.transcribe(
      {
        index: 0,
        channel: 0,
        pcm,
        pieces: [{ windowStart: 0, fileStart: 0, duration: pcm.length / 16_000 }],
      },
      { language: null, languages, codeSwitching: false },
      new AbortController().signal,
    );
  }

  it.each([
    ['German', 'leopard/test_de.wav', ['en', 'de']],
    ['French', 'leopard/test_fr.wav', ['en', 'de']],
    ['Japanese', 'leopard/test_ja.wav', ['en', 'ja', 'fr']],
  ])('refuses %s by its name [§2.5 Languages]', async (name, file, several) => {
    for (const languages of [[], several]) {
      await expect(hear(file, languages)).rejects.toMatchObject({
        code: 'model_missing',
        message: expect.stringContaining(`seems to be in ${name}, which`),
      });
    }
  });

  it.each(['whisper.cpp/jfk.wav', 'leopard/test.wav', 'leopard/diarization_test.wav'])(
    'writes the English of %s',
    async (file) => {
      for (const languages of [[], ['en', 'de']]) {
        const { segments, languageFoundBy } = await hear(file, languages);
        expect(segments).toMatchObject([{ language: 'en' }]);
        expect(languageFoundBy).toBe('whisper-base');
        expect(segments[0]?.words.length).toBeGreaterThan(10);
        expect(segments[0]?.languageConfidence).toBeGreaterThan(0.7);
      }
    },
  );

  it('loads Whisper for each recording, and frees it', async () => {
    const events: string[] = [];
    const loading = async (): Promise<LanguageFinder> => {
      events.push('load');
      const { findLanguage, release } = await loadFinder();
      return { findLanguage, release: () => release().then(() => void events.push('free')) };
    };
    const lazy = await loadEnglishZipformer(new LazyLanguageFinder(loading));
    await hear('whisper.cpp/jfk.wav', [], lazy);
    await hear('whisper.cpp/jfk.wav', [], lazy);
    expect(events).toEqual(['load', 'free', 'load', 'free']);
    await lazy.dispose();
  });
});
