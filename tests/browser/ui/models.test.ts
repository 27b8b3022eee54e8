import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ListedModel } from '../../../src/client/models/listed-model.ts';
import { AppError } from '../../../src/lib/errors/errors.ts';
import { msg } from '../../../src/lib/errors/msg.ts';
import { SILENCE_MS } from '../../../src/ui/models/transfer-rate.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageModels, InPageService, makeDone, makeUtterances } from './in-page-service.ts';
import { renderApp } from './render-app.ts';

const speakers = [
  InPageModels.model({
    id: 'segmentation',
    title: 'Pyannote',
    purpose: 'speakers',
    engine: 'segmentation',
    uses: [],
    downloadBytes: 6e6,
  }),
  InPageModels.model({
    id: 'voices',
    title: 'WeSpeaker',
    purpose: 'speakers',
    engine: 'speaker-embedding',
    uses: [],
    downloadBytes: 27e6,
  }),
];
const writer = InPageModels.model({
  id: 'qwen',
  title: 'Qwen3',
  purpose: 'writing',
  engine: 'text-generation',
  uses: ['summarization'],
  downloadBytes: 600e6,
});
const missing = {
  success: false,
  is_empty: true,
  exec_time: 0,
  error: { status_code: 503, exception: 'ModelMissing', message: 'Speaker diarization needs Pyannote.' },
  results: [],
};
const byRules = {
  success: true,
  is_empty: false,
  exec_time: 1,
  error: null,
  results: 'A few sentences.',
  made_by: 'rules' as const,
  model: null,
};

function doneWithout(): InPageService {
  const service = new InPageService();
  const done = makeDone(makeUtterances(20));
  const { request_params: asked, result } = done;
  if (!asked || !result) throw new Error('The job is not done.');
  const job = {
    ...done,
    request_params: {
      ...asked,
      diarization: true,
      summarization: true,
      summarization_config: { type: 'concise' as const },
    },
    result: { ...result, diarization: missing, summarization: byRules },
  };
  service.jobs = [job];
  return service;
}

describe('a result that lacks a model', () => {
  test('offers it by name and size, and makes the missing part without the recording', async () => {
    const service = doneWithout();
    const models = new InPageModels();
    models.models = [...speakers, writer];
    const { screen } = await renderApp({ service, models, hash: `#/jobs/${service.jobs[0]?.id}` });
    const both = screen.getByRole('button', {
      name: 'Download Pyannote and WeSpeaker (33 MB) and tell speakers apart',
    });
    await expect.element(both).toBeVisible();
    await screen.getByRole('button', { name: 'Download Qwen3 (600 MB) and run it again' }).click();
    await expect.element(screen.getByRole('progressbar', { name: 'Downloading Qwen3' })).toBeVisible();
    models.models = [...speakers, { ...writer, state: 'downloaded' }];
    models.finish?.();
    await expect.element(screen.getByText('Adding to the transcript…')).toBeVisible();
    expect(service.requests.filter((request) => request.startsWith('POST'))).toEqual([
      `POST /v2/pre-recorded/${service.jobs.at(-1)?.id}/addons`,
    ]);
    expect(service.bodies).toEqual([{ summarization: true, summarization_config: { type: 'concise' } }]);
  });

  test('offers it once where one of two is missing, and the panel has no second button for it', async () => {
    await page.viewport(1280, 800);
    const service = doneWithout();
    const models = new InPageModels();
    const [segmentation, ...voices] = speakers;
    models.models = [{ ...segmentation, state: 'downloaded' } as ListedModel, ...voices];
    const { screen } = await renderApp({ service, models, hash: `#/jobs/${service.jobs[0]?.id}` });
    await expect
      .element(screen.getByText('Speakers were not told apart: 1 small model is missing.'))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Side panel' }).first().click();
    await screen.getByRole('tab', { name: 'Speakers' }).click();
    await expect.element(screen.getByText(/^No speakers are told apart/)).toBeVisible();
    const offers = () => screen.getByRole('button', { name: /tell speakers apart/i }).elements();
    await expect
      .poll(() => offers().map(({ textContent }) => textContent?.trim()))
      .toEqual(['Download WeSpeaker (27 MB) and tell speakers apart']);
    expect(screen.getByText('Speaker diarization needs Pyannote.').elements()).toEqual([]);
  });

  test('says why the device can run none', async () => {
    const service = doneWithout();
    const models = new InPageModels();
    models.models = [{ ...writer, unusable: msg`Qwen3 needs a GPU, but this browser has none.` }];
    const { screen } = await renderApp({ service, models, hash: `#/jobs/${service.jobs[0]?.id}` });
    await expect.element(screen.getByText(/Qwen3 needs a GPU, but this browser has none\./)).toBeVisible();
  });
});

test('models are a choice for the languages of a person, with what each gets wrong; the catalogue is one step behind', async () => {
  const models = new InPageModels();
  models.models = [
    InPageModels.model({ state: 'bundled', storedBytes: 76e6, wordErrors: { en: 9.9, de: 19.7 } }),
    InPageModels.model({
      id: 'small',
      title: 'Small',
      downloadBytes: 250e6,
      wordErrors: { en: 6.5, de: 9.9 },
    }),
    InPageModels.model({
      id: 'ultra',
      title: 'Ultra',
      languages: ['en'],
      downloadBytes: 650e6,
      wordErrors: { en: 4.3 },
    }),
  ];
  const { screen } = await renderApp({ models });
  await screen.getByRole('button', { name: 'Models' }).click();
  const dialog = screen.getByRole('dialog');
  const offered = () =>
    dialog
      .getByText(/^(Fast|Better|Best) · /)
      .elements()
      .map((one) => one.textContent);
  await expect.poll(offered).toEqual(['Fast · Whisper base', 'Better · Small', 'Best · Ultra']);
  await expect.element(dialog.getByText('Of 100 words in English, about 4 are wrong.')).toBeVisible();
  await expect.element(dialog.getByRole('heading', { name: 'Transcribe' })).not.toBeInTheDocument();
  await dialog.getByLabelText('Languages you speak', { exact: true }).selectOptions('German · Deutsch');
  await expect.poll(offered).toEqual(['Fast · Whisper base', 'Best · Small']);
  await expect
    .element(dialog.getByText('Of 100 words in English and German, about 8 are wrong.'))
    .toBeVisible();
  await dialog.getByText('All models, and your own').click();
  await expect.element(dialog.getByRole('heading', { name: 'Transcribe' })).toBeVisible();
});

describe('an option that lacks a model', () => {
  test('offers it where it is chosen', async () => {
    const models = new InPageModels();
    models.models = [...speakers, writer];
    const { screen } = await renderApp({ models });
    await screen.getByText('Options', { exact: true }).click();
    await expect
      .element(screen.getByRole('button', { name: 'Download Pyannote and WeSpeaker (33 MB)' }))
      .toBeVisible();
  });
});

test('a question waits for the model that answers it, is not lost, and is asked when the model is there', async () => {
  const models = new InPageModels();
  models.models = [{ ...writer, uses: ['audio_to_llm'] }];
  const service = new InPageService();
  const job = makeDone(makeUtterances(3));
  service.jobs = [job];
  const { screen } = await renderApp({ models, service, hash: `#/jobs/${job.id}` });
  await screen.getByRole('button', { name: 'Side panel' }).first().click();
  await screen.getByRole('tab', { name: 'Ask' }).click();
  const question = screen.getByLabelText('Ask about the recording');
  await question.fill('Who speaks?');
  await userEvent.keyboard('{Enter}');
  await expect.element(question).toHaveValue('Who speaks?');
  expect(JSON.stringify(service.bodies)).not.toContain('Who speaks?');
  await expect.element(screen.getByRole('button', { name: 'Ask', exact: true })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Download Qwen3 (600 MB) and ask' }).click();
  await expect.poll(() => models.finish).not.toBeNull();
  models.finish?.();
  await expect.poll(() => JSON.stringify(service.bodies)).toContain('Who speaks?');
});

describe('a download', () => {
  test('is paused and resumed, and says within three seconds that nothing arrives', {
    tags: THOROUGH_TAG,
  }, async () => {
    const models = new InPageModels();
    models.models = [InPageModels.model({})];
    const { screen } = await renderApp({ models });
    await screen.getByRole('button', { name: 'Models' }).click();
    await screen.getByRole('button', { name: 'Download Whisper base (77 MB)' }).click();
    await screen.getByRole('button', { name: 'Pause download of Whisper base' }).click();
    await expect.element(screen.getByText('Paused · 39 MB of 77 MB')).toBeVisible();
    // A slow machine may need longer to show it.
    expect(SILENCE_MS).toBeLessThan(3000);
    await screen.getByRole('button', { name: 'Resume download of Whisper base' }).click();
    await expect.element(screen.getByText(/Nothing arrives from the model source\./)).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel download of Whisper base' }).click();
    await expect.element(screen.getByRole('button', { name: 'Download Whisper base (77 MB)' })).toBeVisible();
  });

  test('of a set takes its models one after the other, and stops at one that fails', async () => {
    const models = new InPageModels();
    models.models = speakers;
    models.madeSets = [
      {
        id: 'speakers',
        title: 'Two voices',
        description: '',
        models: speakers,
        bytes: 33e6,
        isExact: true,
        state: 'absent',
        unusable: null,
      },
    ];
    const asked: string[] = [];
    const download = models.download;
    models.download = (id, options) => {
      asked.push(id);
      return download(id, options);
    };
    const { screen } = await renderApp({ models });
    await screen.getByRole('button', { name: 'Models' }).click();
    await screen.getByRole('button', { name: 'Download Two voices (33 MB)' }).click();
    await expect.element(screen.getByText('Waiting', { exact: true }).first()).toBeVisible();
    expect(asked).toEqual(['segmentation']);
    models.failWith = new AppError('remote_model', msg`The model source did not respond.`);
    models.finish?.();
    await expect.element(screen.getByText('The model source did not respond.').first()).toBeVisible();
    expect(asked).toEqual(['segmentation', 'voices']);
    await expect.element(screen.getByText('Waiting', { exact: true })).not.toBeInTheDocument();
  });
});

test('models that were rehearsed tell what to expect of them, until they are here', {
  tags: THOROUGH_TAG,
}, async () => {
  const models = new InPageModels();
  const on = (title: string, purpose: ListedModel['purpose'], rehearsed: ListedModel['rehearsed']) =>
    InPageModels.model({ id: title, title, purpose, rehearsed: rehearsed ?? null });
  models.models = [
    on('Speech', 'transcribe', { seconds: 24, per: 'minute of speech' }),
    on('Voices', 'speakers', { seconds: 20, per: 'minute of speech' }),
    on('Names', 'names', { seconds: 8, per: '1,000 words' }),
    on('Languages', 'language', { seconds: 5, per: 'recording' }),
    on('Translator', 'translation', { seconds: 30, per: '100 tokens' }),
    on('Writer', 'writing', { seconds: 30, per: '100 tokens', summarySeconds: 270 }),
  ];
  const { screen } = await renderApp({ models });
  await screen.getByRole('button', { name: 'Models' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Models' });
  for (const told of [
    'On two processor cores it takes about 24 sec for a minute of speech.',
    'it takes about 20 sec for a minute of speech.',
    'it reads about 130 words per second.',
    'it finds the language in about 5 s.',
    'it writes about 2.5 words per second.',
    'it summarises ten minutes in about 4.5 minutes.',
  ])
    await expect.element(dialog.getByText(told)).toBeInTheDocument();
});

test('models tell how fast they were here, and what to expect of one that writes without a GPU', async () => {
  const models = new InPageModels();
  const quick = InPageModels.model({ id: 'quick', title: 'Quick', state: 'downloaded', speed: 4.26 });
  models.models = [
    quick,
    { ...writer, id: 'measured', title: 'Measured', speed: 3.12, writesOnCpu: true },
    { ...writer, id: 'new', title: 'New', writesOnCpu: true },
  ];
  const { screen } = await renderApp({ models });
  await screen.getByRole('button', { name: 'Models' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Models' });
  await expect.element(dialog.getByText('It took about 14 sec for a minute of speech here.')).toBeVisible();
  await dialog.getByText('Summaries and questions').click();
  await expect.element(dialog.getByText('It wrote 3.1 words per second here.')).toBeInTheDocument();
  await expect
    .element(dialog.getByText(/^Without a GPU it writes a few words per second/))
    .toBeInTheDocument();
});
