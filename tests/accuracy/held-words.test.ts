import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AsrEngine, RecognisedWord } from '../../src/engine/asr/asr-engine.ts';
import { SpeechWindowReader } from '../../src/engine/audio/windows/speech-window-reader.ts';
import { SileroVad } from '../../src/engine/vad/silero-vad.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import { configureNodeRuntime } from '../miniatures/node-runtime.ts';
import { WHISPER_BASE, whisperBaseOptions } from './load-whisper-base.ts';

const CASES = new URL('../../../shared/cases/audio/', import.meta.url);
const THREE_PEOPLE = new URL('../../../shared/audio/falcon/test.wav', import.meta.url);
const present = existsSync(WHISPER_BASE) && existsSync(CASES);
if (!present) console.warn('Left out: weights or recordings of ../shared are not here.');

describe.skipIf(!present)('words of Whisper base, held to the sound', { timeout: 240_000 }, () => {
  let engine: AsrEngine;
  let vad: SileroVad;

  beforeAll(async () => {
    const options = await whisperBaseOptions();
    const { loadWhisper } = await import('../../src/engine/asr/whisper/load-whisper.ts');
    engine = await loadWhisper(options);
    const graph = createRequire(import.meta.url).resolve('@ricky0123/vad-web/dist/silero_vad_v5.onnx');
    vad = await SileroVad.open(await readFile(graph), (env) => configureNodeRuntime(env));
  }, 120_000);

  afterAll(() => engine.dispose());

  async function hear(file: string | URL): Promise<{ words: RecognisedWord[]; text: string }> {
    const source = blobSource(new Blob([await readFile(new URL(file, CASES))]));
    const reader = await SpeechWindowReader.open(source, vad, {
      separateUtterances: false,
      withoutWebCodecs: true,
    });
    const words: RecognisedWord[] = [];
    const never = new AbortController().signal;
    const options = { language: null, languages: ['en'], codeSwitching: false };
    for (let window = await reader.next(); window; window = await reader.next()) {
      const { segments } = await engine.transcribe(window, options, never);
      words.push(...segments.flatMap((segment) => segment.words));
    }
    await reader.close();
    const text = words.map(({ word }) => word.toLowerCase()).join('');
    return { words, text };
  }

  const startOf = (words: readonly RecognisedWord[], wanted: string) =>
    words.find(({ word }) => word.toLowerCase().includes(wanted))?.start;

  it('the first word is not put on an "uh" before it', async () => {
    const { words } = await hear('57-um-before-the-first-word/uh_A_2.5.flac');
    expect(startOf(words, 'today')).toBeCloseTo(4.13, 0.9);
    expect(startOf(words, 'only')).toBeCloseTo(4.45, 0.9);
  });

  it('nor is the last word of a sentence put on one behind it, and none is made up for it', async () => {
    const { words, text } = await hear('59-uh-between-two-sentences/A_uh_B_1.flac');
    expect(startOf(words, 'used')).toBeCloseTo(3.06, 0.9);
    expect(text).toMatch(/are used\.? he was/);
  });

  it('the first word of a sentence stays behind the pause before it', async () => {
    const { words } = await hear(THREE_PEOPLE);
    // He ends at 3.9 s, she begins at 6.2 s.
    expect(startOf(words, 'begins')).toBeLessThan(3.2);
    expect(startOf(words, 'this')).toBeCloseTo(6.3, 0.9);
  });

  it('what is said eight times is written eight times', async () => {
    const { text } = await hear('61-young-man-eight-times/count_repeat.flac');
    // "Young" may be misheard.
    expect(text.match(/\bman\b/g)).toHaveLength(8);
  });

  it('letters and digits said one by one last as long as they are said, each once and each in its place', async () => {
    const [spelled, ...others] = (await hear('72-letters-and-digits-spelled/72_letters.flac')).words;
    expect(others).toEqual([]);
    expect(spelled?.start).toBeCloseTo(0.2, 0.9);
    expect(spelled?.end).toBeCloseTo(8.3, 0.9);
    const { words, text } = await hear('73-six-words-3s-apart/73_wordlist.flac');
    expect(text.replaceAll(/[^a-z0-9]/gu, '')).toBe('0793goodmorningcomputer');
    for (const [index, { start }] of words.slice(0, 5).entries())
      expect(start).toBeCloseTo(0.2 + 4 * index, 0.7);
  });

  it('the last word before a pause is not lost where the model skips what is behind it', async () => {
    const { text } = await hear('75-last-word-before-another-voice/75_interj.flac');
    expect(text).toContain("fabius's force. good morning");
  });

  it('a fast sentence behind a pause is not left out', async () => {
    const { text } = await hear('64-fast-speech-sentence-lost/fast18.wav');
    expect(text).toContain('gospel. today only platforms');
  });
});
