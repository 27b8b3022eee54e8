import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type PreRecordedRequestInput, requestParams } from '../../../src/contract/pre-recorded-request.ts';
import type { TranscribeOptions, WindowTranscript } from '../../../src/engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../src/engine/audio/speech-window.ts';
import { transcribeRecording } from '../../../src/host/run/transcribe-recording.ts';
import { blobSource } from '../../../src/lib/byte-source.ts';
import { AsrPool } from '../../../src/realms/asr/asr-pool.ts';
import smythUrl from '../../fixtures/mini/audio/en_jon_smyth.wav?url';

/** Real lanes that record each window's request. */
class WatchedPool extends AsrPool {
  readonly asked: TranscribeOptions[] = [];

  override transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
  ): Promise<WindowTranscript> {
    this.asked.push(options);
    return super.transcribe(window, options, signal);
  }
}

const pool = new WatchedPool();
beforeEach(() => pool.asked.splice(0));
afterAll(() => pool.end());

async function transcribe(params: Omit<PreRecordedRequestInput, 'audio_url'>) {
  const { signal } = new AbortController();
  const audio = blobSource(await (await fetch(smythUrl)).blob());
  await pool.loadAsr(['mini-whisper'], { count: 1, cores: 1 }, () => undefined, signal);
  const hooks = { onWindow: async () => undefined, onProgress: () => undefined };
  const request = requestParams.parse({ audio_url: null, ...params });
  const { windows } = await transcribeRecording(audio, request, [], pool, hooks, signal);
  return windows
    .flatMap(({ segments }) => segments.flatMap(({ words }) => words.map(({ word }) => word)))
    .join('')
    .trim();
}

const PLAIN = 'Hello John Smith. Write my name John Smith.';
const VOCABULARY = {
  vocabulary: ['Jon', { value: 'Smyth', intensity: 0.9 }, { value: 'Ada', intensity: 0 }],
};

describe('a custom vocabulary on its way to the recogniser', () => {
  it('is a prompt, and hot words with their weights; the prompt bends what Whisper writes', async () => {
    const said = await transcribe({ custom_vocabulary: true, custom_vocabulary_config: VOCABULARY });
    expect(pool.asked).toMatchObject([
      {
        prompt: 'Smyth, Jon.',
        hotWords: [
          { text: 'Jon', weight: 0.5 },
          { text: 'Smyth', weight: 0.9 },
        ],
      },
    ]);
    // Before any comparison by sound, which a later add-on does.
    expect(said).toContain('Smyth');
  });

  it('is written with the marks of the language that is given', async () => {
    await transcribe({
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary: ['東京', '京都'] },
      language_config: { languages: ['ja'] },
    });
    expect(pool.asked).toMatchObject([{ language: 'ja', prompt: '東京、京都。' }]);
  });

  it('has no effect unless it is enabled', async () => {
    expect(await transcribe({ custom_vocabulary_config: VOCABULARY })).toBe(PLAIN);
    expect(pool.asked).toHaveLength(1);
    expect(pool.asked[0]).not.toHaveProperty('prompt');
    expect(pool.asked[0]).not.toHaveProperty('hotWords');
  });
});
