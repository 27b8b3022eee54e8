import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { addCorrection } from '../../client/corrections/dictionary.ts';
import type { SubmitOptions } from '../../client/recordings/submit-recording.ts';
import { liveRequest } from '../../contract/live/live-request.ts';
import { sessionRequest } from './session-request.ts';

const OPTIONS: SubmitOptions = {
  model: 'stt-1',
  languages: ['de'],
  codeSwitching: false,
  quality: 'fast',
  speakers: 2,
  addons: {},
};
const FORMAT = { sampleRate: 48_000, channels: 2, translateInto: null };

/** As the service reads it. */
const read = async (...given: Parameters<typeof sessionRequest>) =>
  liveRequest.parse(await sessionRequest(...given));

beforeEach(emptyDatabase);

it('asks for the sound as it is captured, and for the options in the job that follows', async () => {
  const request = await read(OPTIONS, FORMAT);
  expect(request).toMatchObject({
    encoding: 'wav/pcm',
    bit_depth: 16,
    sample_rate: 48_000,
    channels: 2,
    model: 'stt-1',
    language_config: { languages: ['de'], code_switching: false },
    post_processing: { diarization: true, diarization_config: { number_of_speakers: 2 } },
    messages_config: { receive_partial_transcripts: true },
  });
  expect(request.post_processing).not.toHaveProperty('audio_url');
});

it('has the job translate what still waited when the session ended, beside its own languages', async () => {
  const languagesOf = async (options: SubmitOptions, translateInto: 'fr' | null) => {
    const { translation, translation_config } = (await read(options, { ...FORMAT, translateInto }))
      .post_processing;
    return { translation, into: translation_config?.target_languages };
  };
  expect(await languagesOf(OPTIONS, 'fr')).toEqual({ translation: true, into: ['fr'] });
  const portuguese = { ...OPTIONS, addons: { translation: ['pt', 'fr'] } };
  expect(await languagesOf(portuguese, 'fr')).toEqual({ translation: true, into: ['pt', 'fr'] });
  expect(await languagesOf(portuguese, null)).toEqual({ translation: true, into: ['pt', 'fr'] });
  expect((await languagesOf(OPTIONS, null)).translation).not.toBe(true);
});

it('names sounds at once, and in the job', async () => {
  const { realtime_processing, post_processing } = await read(
    { ...OPTIONS, addons: { sound_events: true } },
    FORMAT,
  );
  expect([realtime_processing.sound_events, post_processing.sound_events]).toEqual([true, true]);
  expect((await read(OPTIONS, FORMAT)).realtime_processing.sound_events).toBe(false);
});

it('expects the words of the dictionary at once, and in the job', async () => {
  await addCorrection('Quilter', 'Quelter');
  const { realtime_processing, post_processing } = await read(OPTIONS, FORMAT);
  for (const asked of [realtime_processing, post_processing])
    expect(JSON.stringify(asked)).toContain('Quilter');
});
