import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startServer } from '../../src/cli/server/serve.ts';
import type { Utterance } from '../../src/contract/transcripts/utterance.ts';
import { findModel } from '../../src/models/manifest/catalogue.ts';
import { exchangedFiles } from '../runner/exchanged-files.ts';
import { testModels } from '../runner/test-models.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip, shared, sharedAudio, WITHOUT_SHARED } from './clips.ts';
import {
  create,
  finished,
  leaveAtFirstWindow,
  openApp,
  transcribe,
  uploadBytes,
  uploadFile,
} from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

/** Speakers in order of their utterances, without consecutive repetitions. */
const turns = (utterances: readonly Utterance[]) =>
  utterances.map(({ speaker }) => speaker).filter((speaker, index, all) => speaker !== all[index - 1]);

const speakersOf = (utterances: readonly Utterance[]) =>
  [...new Set(utterances.map(({ speaker }) => speaker))].toSorted();

test.describe('diarization', () => {
  test.skip(shared === null, WITHOUT_SHARED);

  test('two people taking turns: every utterance has its speaker, numbered by first appearance [§2.8 Utterance.speaker]', async ({
    app,
  }) => {
    const dialogue = clip('dialogue_en.flac');
    const { result, post_session_metadata } = await transcribe(app, dialogue.path, { diarization: true });
    const utterances = result.transcription?.utterances ?? [];
    expect(turns(utterances)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
    // The key appears only if diarization failed (specification §2.8).
    expect(result.diarization).toBeUndefined();
    expect(post_session_metadata).toMatchObject({
      diarization: { embedding_model: 'speaker-lstm-256', speakers: 2 },
    });
  });

  test('number_of_speakers is honoured: three voices are two speakers when there are said to be two [§2.4 DiarizationConfig.number_of_speakers]', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const { result } = await transcribe(app, sharedAudio('falcon/test.wav'), {
      model: 'stt-3',
      allow_draft: true,
      diarization: true,
      diarization_config: { number_of_speakers: 2 },
    });
    expect(speakersOf(result.transcription?.utterances ?? [])).toEqual([0, 1]);
  });

  test('a known voice has its name, and what has none is told', { tag: THOROUGH }, async ({ app }) => {
    const sample = async (name: string) => (await uploadFile(app, clip(name).path)).body.audio_url;
    const [voice, noise] = [await sample('en_hello.wav'), await sample('noise.wav')];
    const request = { diarization: true, known_speakers: [{ name: 'Ann', audio_url: voice }] };
    const { result, post_session_metadata } = await transcribe(app, clip('dialogue_en.flac').path, request);
    expect(result.diarization).toBeUndefined();
    expect(post_session_metadata).toMatchObject({
      diarization: { speakers: 2, known_speakers: [{ name: 'Ann', speakers: [0] }] },
    });
    const other = await transcribe(app, clip('dialogue_en.flac').path, {
      ...request,
      known_speakers: [{ name: 'Bob', audio_url: noise }, ...request.known_speakers],
    });
    expect(other.result.diarization).toMatchObject({
      success: false,
      is_empty: false,
      error: { message: 'known_speakers.0 has no voice that could be compared.' },
    });
    expect(speakersOf(other.result.transcription?.utterances ?? [])).toEqual([0, 1]);
    expect(other.post_session_metadata).toMatchObject({
      diarization: {
        known_speakers: [
          { name: 'Bob', speakers: [] },
          { name: 'Ann', speakers: [0] },
        ],
      },
    });
  });

  test('a job whose tab was killed is resumed with the speakers of an undisturbed run', {
    tag: THOROUGH,
  }, async ({ context, page }) => {
    test.setTimeout(400_000);
    await openApp(page);
    // So many windows that some are still to come when the first is reported.
    const recording = repeatWav(clip('mixed_de_es_it.wav').path, 4);
    const { body } = await uploadBytes(page, recording, 'three-people.wav');
    const request = {
      audio_url: body.audio_url,
      diarization: true,
      language_config: { languages: ['de', 'es', 'it'], code_switching: true },
    };
    const undisturbed = await finished(page, await create(page, request));
    expect(undisturbed.result?.diarization).toBeUndefined();
    expect(speakersOf(undisturbed.result?.transcription?.utterances ?? []).length).toBeGreaterThan(1);

    const id = await create(page, request);
    await leaveAtFirstWindow(page, id);
    await page.close();

    const next = await context.newPage();
    await openApp(next);
    const resumed = await finished(next, id);
    expect(resumed.post_session_metadata.resumed_windows).toBeGreaterThan(0);
    expect(resumed.result?.diarization).toBeUndefined();
    expect(resumed.result?.transcription).toEqual(undisturbed.result?.transcription);
  });

  test('display_mode gives the utterances as they are read [§2.8 display_mode]', { tag: THOROUGH }, async ({
    app,
  }) => {
    const { result } = await transcribe(app, clip('dialogue_en.flac').path, {
      diarization: true,
      display_mode: true,
    });
    expect(result.display_mode).toMatchObject({ success: true, is_empty: false, error: null });
    expect(result.display_mode?.results).toEqual(result.transcription?.utterances.map(({ text }) => text));
  });
});

test('two people are told apart on a first visit, by models that are built in', { tag: THOROUGH }, async ({
  newApp: page,
}) => {
  const { result } = await transcribe(page, clip('dialogue_en.flac').path, {
    diarization: true,
    allow_draft: true,
    language_config: { languages: ['en' as const] },
  });
  expect(speakersOf(result.transcription?.utterances ?? [])).toEqual([0, 1]);
});

test(
  'the diarizer that follows a channel is imported, used over several of its chunks, and deleted',
  { tag: THOROUGH },
  async ({ page: app }, testInfo) => {
    // A small network with random weights (docs/rehearsals.md): it does speak of speakers.
    const model = findModel('nemotron-3-diarization');
    const folder = testInfo.outputPath(model.folder);
    mkdirSync(folder, { recursive: true });
    const exchanges = model.files.map((from) => {
      const bytes = readFileSync(join('tests/fixtures/diarization/nemotron', from.path.replace('_int8', '')));
      writeFileSync(join(folder, from.path), bytes);
      return { from, to: { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') } };
    });
    const server = await startServer({
      port: 0,
      modelsDir: testModels(),
      plugins: [exchangedFiles(exchanges)],
      log: () => undefined,
    });
    try {
      await openApp(app, server.url);
      const models = app.getByRole('button', { name: 'Models', exact: true });
      await models.click();
      const dialog = app.getByRole('dialog');
      await dialog.getByText('All models, and your own').click();
      await dialog.getByLabel('Model folder').setInputFiles(folder);
      await expect(dialog.getByText('Nemotron 3 Diarization is ready.')).toBeVisible();
      await app.keyboard.press('Escape');
      const { result, post_session_metadata } = await transcribe(app, clip('en_60s.flac').path, {
        diarization: true,
        diarization_config: { max_speakers: 3 },
      });
      expect(result.diarization).toBeUndefined();
      expect(post_session_metadata).toMatchObject({
        diarization: { segmentation_model: 'nemotron-3-diarization' },
      });
      const utterances = result.transcription?.utterances ?? [];
      expect(utterances.length).toBeGreaterThan(0);
      expect(utterances.every(({ speaker }) => speaker !== undefined && speaker < 3)).toBe(true);
      await models.click();
      for (const group of await dialog.locator('details', { hasText: 'Nemotron 3 Diarization' }).all())
        await group.evaluate((element) => element.setAttribute('open', ''));
      await dialog.getByRole('button', { name: 'Delete Nemotron 3 Diarization' }).click();
      await app.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(dialog.getByRole('button', { name: /^Download Nemotron 3 Diarization/ })).toBeVisible();
    } finally {
      await server.close();
    }
  },
);
