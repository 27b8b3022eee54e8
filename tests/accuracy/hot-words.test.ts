import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AsrEngine, HotWord } from '../../src/engine/asr/asr-engine.ts';
import { readWav } from '../miniatures/read-wav.ts';
import { ENGLISH_ZIPFORMER, loadEnglishZipformer } from './load-english-zipformer.ts';
import { TERMS } from './vocabulary/term-lists.ts';

const ROOT = new URL('../../', import.meta.url);
const CLIP = new URL('../shared/audio/whisper.cpp/jfk.wav', ROOT);
const present = existsSync(ENGLISH_ZIPFORMER) && existsSync(CLIP);
if (!present) console.warn('Left out: the English weights and recordings of ../shared are not here.');

describe.skipIf(!present)('hot words on a real recording', { timeout: 120_000 }, () => {
  let engine: AsrEngine;

  beforeAll(async () => {
    engine = await loadEnglishZipformer();
  }, 120_000);

  afterAll(() => engine.dispose());

  async function hear(hotWords?: HotWord[]): Promise<string> {
    const [pcm = new Float32Array()] = readWav(await readFile(CLIP));
    const { segments } = await engine.transcribe(
      {
        index: 0,
        channel: 0,
        pcm,
        pieces: [{ windowStart: 0, fileStart: 0, duration: pcm.length / 16_000 }],
      },
      { language: null, languages: [], codeSwitching: false, hotWords },
      new AbortController().signal,
    );
    return segments.flatMap(({ words }) => words.map(({ word }) => word)).join('');
  }

  it('are recognised where they are said, and change nothing elsewhere', async () => {
    const plain = await hear();
    expect(plain).toMatch(/fellow american\b/);
    expect(await hear([{ text: 'Americans', weight: 0.5 }])).toBe(
      plain.replace('fellow american', 'fellow americans'),
    );
    const others = (TERMS.en ?? []).map(({ value }) => ({ text: value, weight: 0.5 }));
    expect(await hear(others)).toBe(plain);
  });
});
