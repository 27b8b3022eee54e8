import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadMiniWhisper, readClip, textOf, windowOf } from '../../../../../tests/miniatures/mini-whisper.ts';
import { WhisperEngine } from '../whisper-engine.ts';

// The machine may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const NEVER = new AbortController().signal;
let engine: WhisperEngine;

beforeAll(async () => {
  engine = new WhisperEngine(await loadMiniWhisper());
});
afterAll(() => engine.dispose());

it('what is said in a window is likelier than a text with other words', async () => {
  const window = windowOf(await readClip('en_hello.wav'));
  const options = { language: 'en', languages: [], codeSwitching: false };
  const said = textOf(await engine.transcribe(window, options, NEVER));
  const [first = '', ...rest] = said.split(' ').reverse();
  const other = [...rest.toReversed(), `${first.slice(0, 1)}umbrella`].join(' ');
  const [own = 0, changed = 0] = await engine.score(window, 'en', [` ${said}`, ` ${other}`], NEVER);
  expect(own).toBeLessThan(0);
  expect(own).toBeGreaterThan(changed);
});
