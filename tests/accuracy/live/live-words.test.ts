import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveEngine } from '../../../src/engine/asr/live-recogniser.ts';
import type { SileroVad } from '../../../src/engine/vad/silero-vad.ts';
import { corpusClips } from '../corpus/corpus-clips.ts';
import { WHISPER_BASE } from '../load-whisper-base.ts';
import { nonSpeech } from '../whisper/non-speech.ts';
import { LIVE_ENGINES } from './live-engines.ts';
import { channelsOf, openVad, recogniseLive } from './recognise-live.ts';

const present = existsSync(WHISPER_BASE) && corpusClips().length > 0;
if (!present) console.warn('Left out: weights or recordings of ../shared are not here.');

describe.skipIf(!present)('words of Whisper base while they are spoken', { timeout: 240_000 }, () => {
  let engine: LiveEngine | undefined;
  let vad: SileroVad;

  beforeAll(async () => {
    engine = await LIVE_ENGINES.find(({ name }) => name === 'whisper-base')?.live();
    vad = await openVad();
  }, 120_000);

  afterAll(() => engine?.dispose());

  async function hear(part: string): Promise<string> {
    const clip = corpusClips().find(({ file }) => file.includes(part));
    if (!engine || !clip) throw new Error(`There is no ${part}.`);
    const [pcm = new Float32Array()] = await channelsOf(clip.path);
    return (await recogniseLive(engine, vad, pcm, { language: clip.language })).text;
  }

  it.each(['8_jackson_1', 'mountain_view'])(
    'are no loop where a word or two is all that is said: %s',
    async (clip) => {
      expect((await hear(clip)).split(' ').length).toBeLessThan(6);
    },
  );

  it('are none of a hum that is taken for speech', async () => {
    if (!engine) throw new Error('There is no engine.');
    expect((await recogniseLive(engine, vad, nonSpeech().hum ?? new Float32Array())).text).toBe('');
  });

  it('are in simplified characters in Chinese', async () => {
    const text = await hear('cmn-一帆风顺');
    expect(text).toContain('顺');
    expect(text).not.toMatch(/[順風]/u);
  });
});
