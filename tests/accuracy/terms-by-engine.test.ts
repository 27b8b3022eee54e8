import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyVocabulary } from '../../src/addons/custom_vocabulary/run.ts';
import { vocabularyHotWords } from '../../src/addons/custom_vocabulary/vocabulary-hot-words.ts';
import { vocabularyPrompt } from '../../src/addons/custom_vocabulary/vocabulary-prompt.ts';
import type { AsrEngine, RecognisedWord } from '../../src/engine/asr/asr-engine.ts';
import { UNCALIBRATED } from '../../src/engine/asr/fusion/calibration.ts';
import { FusionEngine } from '../../src/engine/asr/fusion/fusion-engine.ts';
import { findModel } from '../../src/models/manifest/catalogue.ts';
import { readWav } from '../miniatures/read-wav.ts';
import { ENGLISH_ZIPFORMER, loadEnglishZipformer } from './load-english-zipformer.ts';
import { WHISPER_BASE, whisperBaseOptions } from './load-whisper-base.ts';

const CLIPS = new URL('../fixtures/terms/', import.meta.url);
const present = existsSync(WHISPER_BASE) && existsSync(ENGLISH_ZIPFORMER);
if (!present)
  console.warn('Left out: the weights of ../shared are not here, so no real engine hears the terms.');

async function loadWhisperBase(): Promise<AsrEngine> {
  const options = await whisperBaseOptions();
  const { loadWhisper } = await import('../../src/engine/asr/whisper/load-whisper.ts');
  return loadWhisper(options);
}

const ENGINES = ['Whisper', 'the transducer', 'the two together'] as const;

describe.skipIf(!present)('a vocabulary with the real weights of', { timeout: 240_000 }, () => {
  const engines = new Map<string, AsrEngine>();

  beforeAll(async () => {
    const whisper = await loadWhisperBase();
    const transducer = await loadEnglishZipformer();
    const small = findModel('zipformer-gigaspeech-3.3m');
    const calibration = (small?.engine === 'transducer' && small.calibration) || UNCALIBRATED;
    const pair = new FusionEngine(
      { engine: whisper, languages: 'all', calibration: UNCALIBRATED },
      { engine: transducer, languages: ['en'], calibration },
    );
    [whisper, transducer, pair].forEach((engine, index) => {
      engines.set(ENGINES[index] ?? '', engine);
    });
  }, 240_000);

  afterAll(() => engines.get('the two together')?.dispose());

  async function heard(name: string, clip: URL, language: string, terms: string[]): Promise<string> {
    const [pcm = new Float32Array()] = readWav(await readFile(clip));
    const config = { vocabulary: terms };
    const hints = {
      prompt: vocabularyPrompt(config, language),
      hotWords: vocabularyHotWords(config, language),
    };
    const transcript = await engines.get(name)?.transcribe(
      {
        index: 0,
        channel: 0,
        pcm,
        pieces: [{ windowStart: 0, fileStart: 0, duration: pcm.length / 16_000 }],
      },
      { language, languages: [language], codeSwitching: false, ...hints },
      new AbortController().signal,
    );
    const words: RecognisedWord[] = transcript?.segments.flatMap((segment) => segment.words) ?? [];
    const written = await applyVocabulary(words, language, config);
    return written
      .map(({ word }) => word)
      .join('')
      .trim();
  }

  describe.each(ENGINES)('%s', (name) => {
    it('finds both "ComfyUI" of one sentence', async () => {
      const clip = new URL('comfyui_en.wav', CLIPS);
      expect(await heard(name, clip, 'en', [])).not.toContain('ComfyUI');
      expect((await heard(name, clip, 'en', ['ComfyUI'])).match(/\bComfyUI\b/g)).toHaveLength(2);
    });

    it('leaves what it makes of "Bonjour" alone beside "Gladia"', async () => {
      // The transducer knows English only.
      const language = name === 'the transducer' ? 'en' : 'fr';
      const clip = new URL('bonjour_fr.wav', CLIPS);
      const plain = await heard(name, clip, language, []);
      expect(plain).toMatch(language === 'fr' ? /^Bonjour, bonjour à tous/i : /\w/);
      expect(await heard(name, clip, language, ['Gladia'])).toBe(plain);
    });
  });
});
