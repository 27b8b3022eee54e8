import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiClient } from '../../../src/client/api/api-client.ts';
import type { PreRecordedJob } from '../../../src/contract/jobs/pre-recorded-job.ts';
import { preRecordedRequest } from '../../../src/contract/jobs/pre-recorded-request.ts';
import type { TranslationResult } from '../../../src/contract/transcripts/transcription-result.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageModels, InPageService, makeDone, makeUtterances } from './in-page-service.ts';
import { choose } from './open-editor.ts';
import { renderApp } from './render-app.ts';

const utterances = makeUtterances(20);

/** The utterances with "mot" instead of "word". */
const french: TranslationResult = {
  error: null,
  full_transcript: '',
  languages: ['fr'],
  utterances: utterances.map((utterance) => ({
    ...utterance,
    language: 'fr' as const,
    text: utterance.text.replaceAll('word', 'mot'),
    words: utterance.words.map((word) => ({ ...word, word: word.word.replace('word', 'mot') })),
  })),
  subtitles: [{ format: 'srt', subtitles: '1\n00:00:00,000 --> 00:00:01,000\nmot0\n' }],
};
const wolof: TranslationResult = {
  error: { status_code: 503, exception: 'model_missing', message: 'No installed model translates.' },
  full_transcript: '',
  languages: ['wo'],
  utterances: [],
};

function translated(results: TranslationResult[], filename?: string): PreRecordedJob {
  const job = makeDone(utterances, filename);
  const { result } = job;
  if (!result) throw new Error('A finished job has a result.');
  const translation = { success: true, is_empty: false, exec_time: 1, error: null, results };
  return { ...job, result: { ...result, translation } };
}

async function open(job: PreRecordedJob) {
  const service = new InPageService();
  service.jobs = [job];
  const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
  await expect.element(screen.getByRole('list', { name: 'Transcript' })).toBeVisible();
  return screen;
}

/** Names and texts of the files that the page offers for download from now on. */
function watchDownloads() {
  const files: { name: string; text: Promise<string> }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: fetch(this.href).then((response) => response.text()) });
  });
  return files;
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem('earshot-beside');
});

describe('translations of a recording', () => {
  test('replace the original, and the original can be shown again', async () => {
    const screen = await open(translated([french]));
    const language = screen.getByRole('group', { name: 'Language of the transcript' });
    await expect.element(screen.getByText('word3', { exact: true })).toBeVisible();
    await language.getByRole('button', { name: 'French' }).click();
    await expect.element(screen.getByText('mot3', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('word3', { exact: true })).not.toBeInTheDocument();
    expect(document.querySelector('[data-utterance="0"] p')?.getAttribute('lang')).toBe('fr');
    await language.getByRole('button', { name: 'Original' }).click();
    await expect.element(screen.getByText('word3', { exact: true })).toBeVisible();
  });

  test('stand beside the original, and are played word by word', async () => {
    const job = translated([french, { ...french, languages: ['de'] }]);
    const screen = await open(job);
    const language = screen.getByRole('group', { name: 'Language of the transcript' });
    const pressed = () =>
      [...language.element().querySelectorAll('[aria-pressed="true"]')].map(({ textContent }) =>
        textContent?.trim(),
      );
    await language.getByRole('button', { name: 'Side by side' }).click();
    await expect.element(screen.getByText('word3', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('mot3', { exact: true })).toBeVisible();
    expect(pressed()).toEqual(['Original', 'French', 'Side by side']);
    // A screen reader has each paragraph, then its translation, each in its language.
    const [first] = document.querySelectorAll('[data-utterance]');
    expect([...(first?.querySelectorAll('p') ?? [])].map(({ lang }) => lang)).toEqual(['en', 'fr']);
    const boxes = () => [...(first?.querySelectorAll('p') ?? [])].map((text) => text.getBoundingClientRect());
    const { innerWidth: width, innerHeight: height } = window;
    await page.viewport(1600, 900);
    await expect.poll(() => (boxes()[0]?.right ?? 0) <= (boxes()[1]?.left ?? -1)).toBe(true);
    await page.viewport(390, 844);
    await expect.poll(() => (boxes()[0]?.bottom ?? 0) <= (boxes()[1]?.top ?? -1)).toBe(true);
    await page.viewport(width, height);

    await screen.getByText('mot3', { exact: true }).click();
    await expect
      .poll(() => [...document.querySelectorAll('.word.heard')].map(({ textContent }) => textContent))
      .toEqual(['word3', 'mot3']);
    await screen.getByRole('button', { name: 'Pause', exact: true }).click();

    await language.getByRole('button', { name: 'German' }).click();
    expect(pressed()).toEqual(['Original', 'German', 'Side by side']);
    await language.getByRole('button', { name: 'Side by side' }).click();
    expect(pressed()).toEqual(['German']);
    await expect.element(screen.getByText('word3', { exact: true })).not.toBeInTheDocument();
    await language.getByRole('button', { name: 'Side by side' }).click();
    await language.getByRole('button', { name: 'Original' }).click();
    expect(pressed()).toEqual(['Original']);
  });

  test('stand beside the original again in the next recording, if they did in the last', async () => {
    const german = { ...french, languages: ['de'] } satisfies TranslationResult;
    const jobs = [[german, french], [german, french], [], [german], [french]].map((results, index) =>
      translated(results, `${index}.mp3`),
    );
    const service = new InPageService();
    service.jobs = jobs;
    const { screen } = await renderApp({ service, hash: `#/jobs/${jobs[0]?.id}` });
    const button = (name: string) => screen.getByRole('button', { name, exact: true });
    const isPressed = (name: string) => expect.element(button(name)).toHaveAttribute('aria-pressed', 'true');
    const go = async (index: number) => {
      location.hash = `#/jobs/${jobs[index]?.id}`;
      await expect.element(screen.getByRole('heading', { name: `${index}.mp3` })).toBeVisible();
      await expect.element(screen.getByText('word3', { exact: true })).toBeVisible();
    };
    await button('Side by side').click();
    await button('French').click();
    await go(1);
    await isPressed('French');
    await expect.element(screen.getByText('mot3', { exact: true })).toBeVisible();
    // Without a translation, or without that one, there is what there is.
    await go(2);
    await expect.element(button('Side by side')).not.toBeInTheDocument();
    await go(3);
    await isPressed('German');
    await button('Original').click();
    await go(4);
    await isPressed('Original');
    await expect.element(screen.getByText('mot3', { exact: true })).not.toBeInTheDocument();
  });

  test('the displayed text is downloaded, under a name with its language', {
    tags: THOROUGH_TAG,
  }, async () => {
    const screen = await open(translated([french]));
    const files = watchDownloads();
    await screen.getByRole('button', { name: 'French' }).click();
    for (const format of ['srt', 'vtt', 'txt']) {
      await choose('Export', 'Captions');
      await screen.getByLabelText('Format').selectOptions(format);
      await screen.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
      await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    }
    await expect.poll(() => files.length).toBe(3);
    expect(files.map(({ name }) => name).toSorted()).toEqual([
      'lecture.fr.srt',
      'lecture.fr.txt',
      'lecture.fr.vtt',
    ]);
    for (const { name, text } of files) {
      expect(await text, name).toContain('mot0');
      expect(await text, name).not.toContain('word');
    }
  });

  test('stand beside each other in a file, with captions apart where that is chosen', {
    tags: THOROUGH_TAG,
  }, async () => {
    const asked = vi.spyOn(ApiClient.prototype, 'getTranscriptFile').mockResolvedValue(new Blob(['both']));
    const screen = await open(translated([french, wolof]));
    const files = watchDownloads();
    await choose('Export', 'More formats');
    const dialog = screen.getByRole('dialog');
    await dialog.getByLabelText('Format').selectOptions('srt');
    const beside = dialog.getByLabelText('Beside it');
    // The language that failed is not offered.
    await expect.element(beside).toHaveTextContent(/^No other language\s*French$/u);
    await expect.element(dialog.getByLabelText('Captions in two languages')).not.toBeInTheDocument();
    await beside.selectOptions('fr');
    await dialog.getByLabelText('Captions in two languages').selectOptions('apart');
    await dialog.getByRole('button', { name: 'Download' }).click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['lecture.en+fr.srt']);
    expect(asked).toHaveBeenCalledWith(
      expect.any(String),
      'srt',
      expect.objectContaining({ language: 'en,fr', layout: 'apart' }),
    );
    await choose('Export', 'More formats');
    // A format that has no place for a second language.
    await screen.getByRole('dialog').getByLabelText('Format').selectOptions('csv');
    await expect.element(screen.getByRole('dialog').getByLabelText('Beside it')).not.toBeInTheDocument();
  });

  test('one that failed says why, and the transcript is there', async () => {
    const screen = await open(translated([wolof]));
    await expect.element(screen.getByText('Wolof: No installed model translates.')).toBeVisible();
    await expect.element(screen.getByText('word3', { exact: true })).toBeVisible();
    await expect
      .element(screen.getByRole('group', { name: 'Language of the transcript' }))
      .not.toBeInTheDocument();
  });

  test('all that failed at once say so, each by its name', async () => {
    const job = translated([]);
    const { result, request_params } = job;
    if (!result?.translation || !request_params) throw new Error('A finished job has both.');
    const error = { status_code: 500, exception: 'internal', message: 'translation was stopped.' };
    const failed = { ...result.translation, success: false, is_empty: true, error, results: null };
    const screen = await open({
      ...job,
      request_params: preRecordedRequest.parse({
        ...request_params,
        translation: true,
        translation_config: { target_languages: ['fr', 'de'] },
      }),
      result: { ...result, translation: failed },
    });
    await expect.element(screen.getByText('French: translation was stopped.')).toBeVisible();
    await expect.element(screen.getByText('German: translation was stopped.')).toBeVisible();
  });

  test('ask from which languages before their models are downloaded, unless the languages are known', {
    tags: THOROUGH_TAG,
  }, async () => {
    const models = new InPageModels();
    models.models = ['en', 'de', 'pt'].map((from) =>
      InPageModels.model({
        id: `${from}-fr`,
        title: `From ${from}`,
        engine: 'marian',
        purpose: 'translation',
        uses: [],
        pairs: [[from, 'fr']],
        downloadBytes: 30_000_000,
      }),
    );
    const { screen } = await renderApp({ models });
    await screen.getByText('Options', { exact: true }).click();
    await screen.getByText('More options').click();
    await screen.getByLabelText('Translation', { exact: true }).selectOptions('French · français');
    await expect.element(screen.getByRole('button', { name: 'Download From en (30 MB)' })).toBeVisible();
    const sources = screen.getByLabelText('Translate from', { exact: true });
    await sources.selectOptions('German · Deutsch');
    await expect
      .element(screen.getByRole('button', { name: 'Download From en and From de (60 MB)' }))
      .toBeVisible();
    await screen.getByRole('dialog').getByRole('button', { name: 'Remove English' }).click();
    await expect.element(screen.getByRole('button', { name: 'Download From de (30 MB)' })).toBeVisible();
    await screen.getByLabelText('Languages spoken', { exact: true }).selectOptions('Portuguese · português');
    await expect.element(screen.getByRole('button', { name: 'Download From pt (30 MB)' })).toBeVisible();
    expect(sources.elements()).toEqual([]);
  });

  test('are asked for with a recording, in as many languages as are chosen', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { screen, service } = await renderApp();
    await screen.getByText('Options', { exact: true }).click();
    await screen.getByText('More options').click();
    await screen.getByLabelText('Translation', { exact: true }).selectOptions('French · français');
    await screen.getByLabelText('Translation', { exact: true }).selectOptions('Wolof');
    await screen.getByLabelText('Translation', { exact: true }).selectOptions('German · Deutsch');
    await screen.getByRole('button', { name: 'Remove French' }).click();
    await screen.getByRole('button', { name: 'Done' }).click();
    const file = new File(['RIFF'], 'one.wav', { type: 'audio/wav' });
    await userEvent.upload(page.getByLabelText('Recordings to transcribe'), [file]);
    await expect.element(screen.getByRole('heading', { name: 'one.wav' })).toBeVisible();
    expect(service.bodies).toMatchObject([
      { translation: true, translation_config: { target_languages: ['wo', 'de'] } },
    ]);
  });
});
