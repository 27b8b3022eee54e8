import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { serviceKey } from '../../../src/client/api/service-key.ts';
import { modelsClient } from '../../../src/client/models/model-library.ts';
import { getSettings } from '../../../src/client/settings/settings.ts';
import { msg } from '../../../src/lib/errors/msg.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageModels, InPageService, makeDone, makeUtterances } from './in-page-service.ts';
import { renderApp } from './render-app.ts';

describe('the models', () => {
  test('the real catalogue: sets and groups by purpose with sizes, without miniatures and timing graphs', async () => {
    const { screen } = await renderApp({ models: modelsClient });
    await screen.getByRole('button', { name: 'Models' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Models' });
    for (const title of ['Tell speakers apart', 'Translate', 'Summaries and questions', 'Find names']) {
      await expect.element(dialog.getByRole('group').filter({ hasText: title }).first()).toBeVisible();
    }
    await expect
      .element(
        dialog.getByRole('button', {
          name: /^Download Names, personal data and emotions \((about )?\d+ MB\)$/,
        }),
      )
      .toBeEnabled();
    const ids = (await modelsClient.list()).map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['whisper-base', 'wespeaker-resnet34', 'opus-mt-en-fr', 'go-emotions']),
    );
    expect(ids.filter((id) => /^(mini|bench)-/.test(id))).toEqual([]);
    await expect
      .element(dialog.getByRole('button', { name: /^Download Whisper base \((about )?\d+ MB\)$/ }))
      .toBeEnabled();
    await expect.element(dialog.getByText('Timing only (Whisper tiny)')).not.toBeInTheDocument();
  });

  test('a model that this device cannot run states the reason', async () => {
    const models = new InPageModels();
    models.models = [
      InPageModels.model({ unusable: msg`It needs 16-bit floats on the graphics processor.` }),
    ];
    const { screen } = await renderApp({ models });
    await screen.getByRole('button', { name: 'Models' }).click();
    await expect.element(screen.getByText('It needs 16-bit floats on the graphics processor.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Download Whisper base/ })).toBeDisabled();
  });

  test('one of several installed models can be preferred, and the choice is kept', async () => {
    const models = new InPageModels();
    models.models = [
      InPageModels.model({ state: 'downloaded', storedBytes: 77e6 }),
      InPageModels.model({ id: 'whisper-tiny', title: 'Whisper tiny', state: 'served' }),
    ];
    const { screen } = await renderApp({ models });
    await screen.getByRole('button', { name: 'Models' }).click();
    await screen.getByRole('combobox', { name: 'Preferred Whisper model' }).selectOptions('Whisper tiny');
    await expect
      .poll(async () => (await getSettings()).preferred_models)
      .toEqual({ 'stt-1': 'whisper-tiny' });
    await screen
      .getByRole('combobox', { name: 'Preferred Whisper model' })
      .selectOptions('Best installed model');
    await expect.poll(async () => (await getSettings()).preferred_models).toEqual({});
  });

  test('files that are not models are refused with the reason', async () => {
    const { screen } = await renderApp({ models: modelsClient });
    await screen.getByRole('button', { name: 'Models' }).click();
    await screen.getByText('All models, and your own').click();
    await userEvent.upload(screen.getByLabelText('Model files'), [new File(['x'], 'holiday.jpg')]);
    await expect
      .element(screen.getByText('Nothing was imported. No known model uses these files: holiday.jpg.'))
      .toBeVisible();
  });
});

test('a dialog closes where the Back key or a link leads to another view', {
  tags: THOROUGH_TAG,
}, async () => {
  const { screen } = await renderApp();
  await screen.getByRole('button', { name: 'Settings' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Settings' });
  await expect.element(dialog).toBeVisible();
  location.hash = '#/api';
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('link', { name: 'All recordings' }).click();
  await screen.getByRole('button', { name: 'Settings' }).click();
  await expect.element(dialog).toBeVisible();
});

describe('the service key', () => {
  test('is hidden until it is shown on request', async () => {
    const secret = await serviceKey();
    const { screen } = await renderApp();
    await screen.getByRole('button', { name: 'Settings' }).click();
    await screen.getByRole('button', { name: 'Service keys' }).click();
    const field = screen.getByRole('textbox', { name: 'Service key' });
    await expect.element(field).not.toHaveValue(secret);
    await screen.getByRole('button', { name: 'Show' }).click();
    await expect.element(field).toHaveValue(secret);
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('the microphone', () => {
  test('a refused permission is explained', async () => {
    const refuse = vi
      .spyOn(navigator.mediaDevices, 'getUserMedia')
      .mockRejectedValue(new DOMException('Permission denied', 'NotAllowedError'));
    const { screen } = await renderApp();
    await screen.getByRole('button', { name: 'Record', exact: true }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Microphone access is blocked.');
    refuse.mockRestore();
  });

  test('a recording becomes a job', async () => {
    const context = new AudioContext();
    const { stream } = new MediaStreamAudioDestinationNode(context);
    const give = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
    const { screen } = await renderApp();
    await screen.getByRole('button', { name: 'Record', exact: true }).click();
    await screen.getByRole('button', { name: 'Pause' }).click();
    await expect.element(screen.getByText('Paused')).toBeVisible();
    await screen.getByRole('button', { name: 'Resume' }).click();
    await screen.getByRole('button', { name: 'Stop and transcribe' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Recording .+\.webm$/ })).toBeVisible();
    expect(stream.getAudioTracks().map((track) => track.readyState)).toEqual(['ended']);
    give.mockRestore();
    await context.close();
  });
});

describe('the sound of a tab or the computer', () => {
  test('becomes a job when sharing ends; the picture is not recorded', async () => {
    const context = new AudioContext();
    const { stream } = new MediaStreamAudioDestinationNode(context);
    const canvas = document.createElement('canvas');
    canvas.getContext('2d');
    for (const track of canvas.captureStream(1).getTracks()) stream.addTrack(track);
    const share = vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockResolvedValue(stream);
    const { screen, service } = await renderApp();
    await screen.getByRole('button', { name: 'Record a tab or the computer' }).click();
    await expect.element(screen.getByRole('group', { name: 'Recording what is shared' })).toBeVisible();
    await screen.getByRole('button', { name: 'Stop and transcribe' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Recording .+\.webm$/ })).toBeVisible();
    expect(service.requests.filter((request) => request === 'POST /v2/upload')).toHaveLength(1);
    expect(
      stream
        .getTracks()
        .map(({ kind, readyState }) => `${kind} ${readyState}`)
        .sort(),
    ).toEqual(['audio ended', 'video ended']);
    share.mockRestore();
    await context.close();
  });

  test('says so when only a picture was shared, or nothing', async () => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d');
    const stream = canvas.captureStream(1);
    const share = vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockResolvedValueOnce(stream);
    share.mockRejectedValueOnce(new DOMException('Permission denied', 'NotAllowedError'));
    const { screen } = await renderApp();
    const record = screen.getByRole('button', { name: 'Record a tab or the computer' });
    await record.click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('No sound was shared.');
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
    await record.click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Nothing was shared.');
    share.mockRestore();
  });
});

test('the theme can be set, and is remembered', async () => {
  const { screen } = await renderApp();
  await screen.getByRole('button', { name: /^Theme: system/ }).click();
  await screen.getByRole('button', { name: /^Theme: light/ }).click();
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('earshot-theme')).toBe('dark');
  await screen.getByRole('button', { name: /^Theme: dark/ }).click();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('the settings begin with what a person wants, and lead to the models; developers find theirs at the end', async () => {
  const { screen } = await renderApp({ models: modelsClient });
  await screen.getByRole('button', { name: 'Settings' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Settings' });
  await expect.element(dialog.getByRole('heading', { name: 'Storage' })).toBeVisible();
  const titles = [...dialog.element().querySelectorAll('.body :is(h2, h3)')].map(
    ({ textContent }) => textContent,
  );
  expect(titles.slice(0, 5)).toEqual([
    'Language',
    'Appearance',
    'While a recording is transcribed',
    'Models',
    'Storage',
  ]);
  const forDevelopers = titles.slice(titles.indexOf('Developers'));
  expect(forDevelopers).toEqual(
    expect.arrayContaining(['Limits', 'Webhooks and callbacks', 'Existing clients']),
  );

  await dialog.getByRole('combobox', { name: 'Theme' }).selectOptions('Dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  await dialog.getByRole('combobox', { name: 'Theme' }).selectOptions('As the system');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  await dialog.getByRole('button', { name: 'All models' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Models' })).toBeVisible();
});

test('transcripts are as large as they are wanted, also at the next visit', async () => {
  // On a phone, the bar of an open recording is the only one.
  await page.viewport(1280, 800);
  const service = new InPageService();
  service.jobs = [makeDone(makeUtterances(10))];
  const { screen } = await renderApp({ service, hash: `#/jobs/${service.jobs[0]?.id}` });
  const sizeOf = (shown: typeof screen) =>
    Number.parseFloat(getComputedStyle(shown.getByText('word5', { exact: true }).element()).fontSize);
  await expect.element(screen.getByText('word5', { exact: true })).toBeVisible();
  const before = sizeOf(screen);
  await screen.getByRole('button', { name: 'Settings' }).click();
  await screen.getByLabelText('Size of transcripts').selectOptions('Very large');
  expect(sizeOf(screen) / before).toBeCloseTo(1.5);
  screen.unmount();
  document.documentElement.style.removeProperty('--reading');
  vi.spyOn(Storage.prototype, 'clear').mockImplementation(() => undefined);
  const again = await renderApp({ service, hash: `#/jobs/${service.jobs[0]?.id}` });
  vi.restoreAllMocks();
  await expect.element(again.screen.getByText('word5', { exact: true })).toBeVisible();
  expect(sizeOf(again.screen) / before).toBeCloseTo(1.5);
  localStorage.removeItem('earshot-text-size');
  document.documentElement.style.removeProperty('--reading');
});

test('the shortcut of the installed app begins a recording at once', async () => {
  const context = new AudioContext();
  const { stream } = new MediaStreamAudioDestinationNode(context);
  const give = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const address = location.href;
  history.replaceState(null, '', '?do=record');
  const { matchMedia } = globalThis;
  const installed = vi
    .spyOn(globalThis, 'matchMedia')
    .mockImplementation((query) => matchMedia(query.replace('(display-mode: standalone)', 'all')));
  const { screen } = await renderApp();
  await expect.element(screen.getByRole('group', { name: 'Recording from the microphone' })).toBeVisible();
  // A reload does not record again.
  expect(location.search).toBe('');
  await screen.getByRole('button', { name: 'Discard' }).click();
  history.replaceState(null, '', address);
  installed.mockRestore();
  give.mockRestore();
  await context.close();
});

test('a link to the same address starts no microphone: the button waits for a person', async () => {
  const give = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  const address = location.href;
  history.replaceState(null, '', '?do=record');
  const { screen } = await renderApp();
  await expect.element(screen.getByRole('button', { name: 'Record', exact: true })).toHaveFocus();
  expect(location.search).toBe('');
  expect(give).not.toHaveBeenCalled();
  history.replaceState(null, '', address);
  give.mockRestore();
});
