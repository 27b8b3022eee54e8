import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PreRecordedJob } from '../../../src/contract/jobs/pre-recorded-job.ts';
import { AppError } from '../../../src/lib/errors/errors.ts';
import { msg } from '../../../src/lib/errors/msg.ts';
import { isMetered } from '../../../src/lib/is-metered.ts';
import { InPageModels, InPageService, makeDone, makeUtterances } from './in-page-service.ts';
import { renderApp } from './render-app.ts';

const DRAFT = { model_id: 'whisper-base', title: 'Whisper base', bytes: 79_641_437 };
/** In whatever words a service of another version says it. */
const NOTE = `Mini wrote a first text. ${DRAFT.title} would make fewer mistakes.`;
const LINE = 'Draft: some words may be wrong.';

/** The same words in capitals, as a better model would write them. */
const better = (utterances: ReturnType<typeof makeUtterances>) =>
  utterances.map((utterance) => ({
    ...utterance,
    text: utterance.text.toUpperCase(),
    words: utterance.words.map((word) => ({ ...word, word: word.word.toUpperCase() })),
  }));

async function open(model: Parameters<typeof InPageModels.model>[0] = {}) {
  const service = new InPageService();
  const models = new InPageModels();
  models.models = [InPageModels.model(model)];
  const utterances = makeUtterances(20);
  const job: PreRecordedJob = {
    ...makeDone(utterances),
    post_session_metadata: {
      model: 'stt-1',
      draft: { ...DRAFT, note: NOTE },
      notes: [NOTE, 'The recording is quiet.'],
    },
  };
  service.jobs = [job];
  const { screen } = await renderApp({ service, models, hash: `#/jobs/${job.id}` });
  const text = screen.getByRole('list', { name: 'Transcript' });
  await expect.element(screen.getByText(LINE)).toBeVisible();
  return { service, models, job, utterances, screen, text };
}

const reruns = ({ requests }: InPageService) => requests.filter((one) => one.endsWith('/rerun'));

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
  localStorage.removeItem('earshot-fetch-later');
});

describe('a draft', () => {
  test('says so, and is replaced paragraph by paragraph once the full model is here', async () => {
    const { service, models, job, utterances, screen, text } = await open();
    // Said once: above the text.
    await expect.element(screen.getByText('The recording is quiet.')).toBeVisible();
    await expect.element(screen.getByText(/would make fewer mistakes/)).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Get Whisper base, 80 MB' }).click();
    await expect.element(screen.getByText(/39 MB of 77 MB/)).toBeVisible();
    expect(reruns(service)).toEqual([`POST /v2/pre-recorded/${job.id}/rerun`]);
    // One reads on.
    await expect.element(text).toHaveTextContent(/word0.*word19/);

    models.models = [InPageModels.model({ state: 'downloaded' })];
    models.finish?.();
    const run = service.jobs.at(-1)?.id ?? '';
    const [first, second] = better(utterances);
    service.partial = first ? [first] : [];
    service.change(run, { status: 'processing' });
    service.tellWindow(run, 0);
    await expect.element(text).toHaveTextContent(/WORD0.*WORD9.*word10.*word19/);

    service.change(run, { status: 'done' });
    service.change(job.id, {
      status: 'done',
      post_session_metadata: { model: 'stt-1', model_id: 'whisper-base' },
      result: makeDone([first, second].filter((one) => one !== undefined)).result,
    });
    await expect.element(text).toHaveTextContent(/WORD0.*WORD19/);
    await expect.element(screen.getByText(LINE)).not.toBeInTheDocument();
  });

  test('keeps the way out where its model cannot be downloaded: importing the files', async () => {
    const { models, screen } = await open();
    models.failWith = new AppError('remote_model', msg`No connection to ${'a.example'}.`);
    await screen.getByRole('button', { name: 'Get Whisper base, 80 MB' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('No connection to a.example.');
    await expect.element(screen.getByRole('button', { name: 'Import files' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Get Whisper base, 80 MB' })).toBeVisible();
  });

  test('names no script of the app where that cannot be loaded without a network', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { models, screen } = await open();
    models.failWith = new TypeError('Failed to fetch dynamically imported module: index-B4ULG3hD.js');
    await screen.getByRole('button', { name: 'Get Whisper base, 80 MB' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/^No connection\.$/);
    await expect.element(screen.getByRole('button', { name: 'Import files' })).toBeVisible();
    offline.mockRestore();
  });

  test('shows no bar of a download without a network, nor the host, before it says so', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { models, screen } = await open();
    let fail: (error: Error) => void = () => undefined;
    models.download = (_id, { onProgress }) => {
      onProgress(0, 77_000_000);
      return new Promise((_, reject) => {
        fail = reject;
      });
    };
    const get = screen.getByRole('button', { name: 'Get Whisper base, 80 MB' });
    await get.click();
    await expect.poll(() => fail.length).toBe(1);
    await expect.element(get).toBeVisible();
    expect(screen.getByRole('progressbar').elements()).toEqual([]);
    fail(new AppError('remote_model', msg`No connection to ${'a.example'}.`));
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/^No connection\.$/);
    await expect.element(screen.getByRole('button', { name: 'Import files' })).toBeVisible();
    offline.mockRestore();
  });

  test('shows no bar before the first byte', async () => {
    const { models, screen } = await open();
    let arrive: (received: number, total: number) => void = () => undefined;
    models.download = (_id, { onProgress }) => {
      arrive = onProgress;
      return new Promise(() => undefined);
    };
    await screen.getByRole('button', { name: 'Get Whisper base, 80 MB' }).click();
    await expect.element(screen.getByText('Connecting…')).toBeVisible();
    expect(screen.getByRole('progressbar').elements()).toEqual([]);
    arrive(38_500_000, 77_000_000);
    await expect.element(screen.getByText(/39 MB of 77 MB/)).toBeVisible();
    await expect.element(screen.getByRole('progressbar')).toBeVisible();
  });

  test('is replaced without a further question where the full model was once asked for', async () => {
    const { service, models, job, screen } = await open();
    models.models = [InPageModels.model({ state: 'downloaded' })];
    await screen.getByRole('button', { name: 'Get Whisper base, 80 MB' }).click();
    const other = { ...job, id: crypto.randomUUID() };
    service.add(other);
    location.hash = `#/jobs/${other.id}`;
    await expect.poll(() => reruns(service)).toContain(`POST /v2/pre-recorded/${other.id}/rerun`);
  });

  test('asks before it downloads where a connection is metered', async () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
    const { service, models, screen } = await open();
    await screen.getByRole('button', { name: 'Get Whisper base, 80 MB' }).click();
    await expect.element(screen.getByText(/connection may cost money/)).toBeVisible();
    expect([reruns(service), models.finish]).toEqual([[], null]);
    await screen.getByRole('button', { name: 'Later' }).click();
    await screen.getByRole('button', { name: 'Get Whisper base, 80 MB' }).click();
    await screen.getByRole('button', { name: 'Download now' }).click();
    await expect.element(screen.getByText(/39 MB of 77 MB/)).toBeVisible();
  });

  test('is replaced without being asked by a model that is part of the app, whose progress is shown', async () => {
    const coming = { state: 'bundled', downloadBytes: 77_000_000 } as const;
    const { service, models, job, screen } = await open(coming);
    await expect.poll(() => reruns(service)).toEqual([`POST /v2/pre-recorded/${job.id}/rerun`]);
    models.fetched('whisper-base', 38_500_000, 77_000_000);
    await expect.element(screen.getByText(/39 MB of 77 MB/)).toBeVisible();
    // It goes on by itself.
    await expect.element(screen.getByRole('button', { name: /Pause|Cancel/ })).not.toBeInTheDocument();
    models.models = [InPageModels.model({ ...coming, downloadBytes: 0 })];
    models.changed();
    await expect.element(screen.getByText(/39 MB of 77 MB/)).not.toBeInTheDocument();
    await expect.element(screen.getByText('A better text is being written…')).toBeVisible();
  });

  test('asks once for such a model where a connection is metered', async () => {
    const coming = { state: 'bundled', downloadBytes: 77_000_000 } as const;
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
    const { models, screen } = await open(coming);
    await expect.element(screen.getByText(/connection may cost money. The download is 77 MB/)).toBeVisible();
    await screen.getByRole('button', { name: 'Later' }).click();
    await expect.element(screen.getByText(/connection may cost money/)).not.toBeInTheDocument();
    expect(models.finish).toBeNull();
    await screen.getByRole('button', { name: 'Get Whisper base, 77 MB' }).click();
    await expect.element(screen.getByText(/39 MB of 77 MB/)).toBeVisible();
  });

  test('that somebody corrects keeps the corrections', async () => {
    const { service, job, utterances, screen } = await open();
    await screen.getByRole('button', { name: 'Edit', exact: true }).click();
    const paragraph = document.querySelector<HTMLElement>('[contenteditable]');
    await expect.poll(() => document.querySelector('[contenteditable]')).not.toBeNull();
    const field = paragraph ?? document.querySelector<HTMLElement>('[contenteditable]');
    field?.focus();
    getSelection()?.setPosition(field?.firstChild ?? null, 0);
    document.execCommand('insertText', false, 'Hello ');
    await expect.element(screen.getByText(/Hello word0/)).toBeVisible();
    service.change(job.id, {
      status: 'done',
      post_session_metadata: { model: 'stt-1' },
      result: makeDone(better(utterances)).result,
    });
    await expect.element(screen.getByText(/Hello WORD0/)).toBeVisible();
  });
});

test('a connection is metered if the browser says so', () => {
  expect(isMetered({ saveData: true })).toBe(true);
  expect(isMetered({ saveData: false, type: 'cellular' })).toBe(true);
  expect(isMetered({ saveData: false, type: 'wifi' })).toBe(false);
  expect(isMetered(undefined)).toBe(false);
});
