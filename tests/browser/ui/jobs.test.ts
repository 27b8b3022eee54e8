import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getSettings } from '../../../src/client/settings/settings.ts';
import { announce } from '../../../src/contract/realms/channel.ts';
import { AppError } from '../../../src/lib/errors/errors.ts';
import { msg, verbatim } from '../../../src/lib/errors/msg.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageModels, InPageService, makeDone, makeJob, makeUtterances } from './in-page-service.ts';
import { renderApp } from './render-app.ts';

const wav = (name: string) => new File(['RIFF'], name, { type: 'audio/wav' });

function pick(...files: File[]) {
  return userEvent.upload(page.getByLabelText('Recordings to transcribe'), files);
}

describe('adding recordings', () => {
  test('a new user is told what to do, and sees no list', async () => {
    const { screen } = await renderApp();
    const heading = (name: string) => screen.getByRole('heading', { name, exact: true });
    await expect.element(heading('Add a recording. Read what was said.')).toBeVisible();
    await expect.element(heading('Recordings')).not.toBeInTheDocument();
  });

  test('a new user is told what happens without a model, before anything is dropped', async () => {
    const none = /^English is transcribed at once, as a draft\./;
    const models = new InPageModels();
    models.models = [InPageModels.model({ id: 'tiny', state: 'absent' })];
    const missing = await renderApp({ models });
    await expect.element(missing.screen.getByText(none)).toBeVisible();
    missing.screen.unmount();

    const listed = vi.spyOn(models, 'list');
    models.models = [InPageModels.model({ id: 'tiny', state: 'downloaded' })];
    const installed = await renderApp({ models });
    await expect.poll(() => listed.mock.calls.length).toBe(1);
    const shown = (text: string | RegExp) => expect.element(installed.screen.getByText(text));
    await shown('Whisper base and speakers on this device.').toBeVisible();
    await shown(none).not.toBeInTheDocument();
  });

  test.for([
    [
      'the browser',
      { value: {}, configurable: true },
      ' and speakers on this device, translation by the browser.',
    ],
    ['a model', undefined, ', speakers and translation on this device.'],
  ] as const)(
    'before the start it is said that %s translates',
    { tags: THOROUGH_TAG },
    async ([, translator, end], { onTestFinished }) => {
      const own = Object.getOwnPropertyDescriptor(globalThis, 'Translator');
      const put = (one: PropertyDescriptor | undefined) => {
        Reflect.deleteProperty(globalThis, 'Translator');
        if (one) Object.defineProperty(globalThis, 'Translator', one);
      };
      onTestFinished(() => put(own));
      put(translator);
      const models = new InPageModels();
      models.models = [InPageModels.model({ id: 'tiny', state: 'downloaded' })];
      const { screen } = await renderApp({ models });
      await screen.getByText('Options', { exact: true }).click();
      await screen.getByText('More options').click();
      await screen.getByLabelText('Translation', { exact: true }).selectOptions('French · français');
      await screen.getByRole('button', { name: 'Done' }).click();
      await expect.element(screen.getByText(`Whisper base${end}`)).toBeVisible();
    },
  );

  test('the languages that somebody speaks are asked for once, from those of the browser', async () => {
    const { screen } = await renderApp();
    const question = screen.getByLabelText('Languages you speak', { exact: true });
    // A closed list goes through Galician and Georgian on the way.
    await expect.element(question).toBeVisible();
    question.element().focus();
    await userEvent.keyboard('Ger{Enter}');
    await screen.getByRole('button', { name: 'That is right' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.poll(async () => (await getSettings()).spoken_languages).toEqual(['en', 'de']);
    await screen.unmount();
    const again = await renderApp();
    await expect.element(again.screen.getByText('English is transcribed at once')).toBeVisible();
    await expect.element(again.screen.getByLabelText('Languages you speak')).not.toBeInTheDocument();
  });

  test('several files at once become jobs with the options of all, and with their own', async () => {
    const { screen, service } = await renderApp();
    await pick(wav('one.wav'), wav('two.wav'), wav('three.wav'));
    await expect.element(screen.getByRole('button', { name: 'Transcribe 3 recordings' })).toHaveFocus();
    await screen.getByText('More options').click();
    const boxOf = (field: string) =>
      screen.getByLabelText(field, { exact: true }).element().getBoundingClientRect();
    await expect.element(screen.getByLabelText('Translation', { exact: true })).toBeVisible();
    expect(boxOf('Translation').top - boxOf('Strong words').bottom, 'a label and a gap').toBeGreaterThan(30);
    await screen.getByRole('radio', { name: /^Parakeet/ }).click();
    await screen.getByLabelText('Languages spoken', { exact: true }).selectOptions('German · Deutsch');
    await screen.getByText('Other options for single files').click();
    await screen.getByLabelText('Language of three.wav').selectOptions('Welsh · Cymraeg');
    await screen.getByLabelText('Speakers of three.wav').selectOptions('2 speakers');
    expect(service.bodies).toEqual([]);
    await screen.getByRole('button', { name: 'Transcribe 3 recordings' }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('link', { name: /three\.wav/ })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /one\.wav/ })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /two\.wav/ })).toBeVisible();
    expect(service.bodies).toMatchObject([
      { model: 'stt-3', language_config: { languages: ['de'], code_switching: false } },
      { model: 'stt-3', language_config: { languages: ['de'], code_switching: false } },
      {
        model: 'automatic',
        language_config: { languages: ['cy'] },
        diarization: true,
        diarization_config: { number_of_speakers: 2 },
      },
    ]);
  });

  test('files that are given while options are chosen join the others; without an answer none is taken', async () => {
    const { screen, service } = await renderApp();
    await pick(wav('one.wav'), wav('two.wav'));
    await expect.element(screen.getByRole('heading', { name: '2 recordings' })).toBeVisible();
    await pick(wav('three.wav'));
    await expect.element(screen.getByRole('heading', { name: '3 recordings' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(screen.getByText('Nothing was added.')).toBeInTheDocument();
    expect(service.requests.filter((request) => request === 'POST /v2/upload')).toEqual([]);
  });

  test('once there is a recording, the list begins near the top, and a bar adds others', async () => {
    const service = new InPageService();
    service.jobs = [makeDone(makeUtterances(10))];
    const { screen } = await renderApp({ service });
    await expect.element(screen.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
    const list = screen.getByRole('heading', { name: 'Recordings', exact: true }).element();
    expect(list.getBoundingClientRect().top).toBeLessThan(200);
    await expect.element(screen.getByRole('button', { name: 'Enter an address' })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'More ways to add' }).click();
    await expect.element(screen.getByRole('button', { name: 'Try the sample' })).toBeVisible();
    await screen.getByRole('button', { name: 'Enter an address' }).click();
    await expect.element(screen.getByLabelText('Address of a recording')).toBeVisible();
  });

  test('a single file opens at once', async () => {
    const { screen } = await renderApp();
    await pick(wav('only.wav'));
    await expect.element(screen.getByRole('heading', { name: 'only.wav' })).toBeVisible();
    await expect.element(screen.getByRole('article').getByText('Waiting')).toBeVisible();
  });

  test('files dropped anywhere on the page are accepted', async () => {
    const { screen } = await renderApp();
    const transfer = new DataTransfer();
    transfer.items.add(wav('dropped.wav'));
    document.body.dispatchEvent(new DragEvent('dragenter', { dataTransfer: transfer, bubbles: true }));
    await expect.element(screen.getByText('Drop to transcribe')).toBeVisible();
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
    await expect.element(screen.getByRole('heading', { name: 'dropped.wav' })).toBeVisible();
    await expect.element(screen.getByText('Drop to transcribe')).not.toBeInTheDocument();
  });

  test('an address is typed or pasted, and its recording is fetched when the job runs', async () => {
    const { screen, service } = await renderApp();
    await screen.getByRole('button', { name: 'Enter an address' }).click();
    await screen.getByLabelText('Address of a recording').fill('https://media.example/talks/first.mp3');
    await screen.getByRole('button', { name: 'Transcribe', exact: true }).click();
    await expect.element(screen.getByRole('heading', { name: 'first.mp3' })).toBeVisible();

    const pasted = new DataTransfer();
    pasted.setData('text/plain', ' https://media.example/talks/second.mp3\n');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true }));
    await expect.element(screen.getByRole('heading', { name: 'second.mp3' })).toBeVisible();

    // Other text is none, and neither is what is pasted into a field.
    const prose = new DataTransfer();
    prose.setData('text/plain', 'see https://media.example');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: prose, bubbles: true }));
    const field = screen.getByLabelText('Search recordings').element();
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true }));
    const files = new DataTransfer();
    files.items.add(wav('pasted.wav'));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true }));
    await expect.element(screen.getByRole('heading', { name: 'pasted.wav' })).toBeVisible();
    expect(service.bodies).toMatchObject([
      { audio_url: 'https://media.example/talks/first.mp3' },
      { audio_url: 'https://media.example/talks/second.mp3' },
      { audio_url: expect.stringContaining('pasted.wav') },
    ]);
    expect(service.requests.filter((request) => request === 'POST /v2/upload')).toHaveLength(1);
  });

  test('options get a name, come back by it, and are copied as the body of a request', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { screen } = await renderApp();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.getByText('Options', { exact: true }).click();
    await screen.getByLabelText('Languages spoken').selectOptions('German · Deutsch');
    await screen.getByLabelText('Name of the preset').fill('Interviews');
    await screen.getByRole('button', { name: 'Save these options' }).click();
    await screen.getByRole('button', { name: 'Remove German' }).click();
    await screen.getByRole('button', { name: 'Interviews', exact: true }).click();
    await screen.getByRole('button', { name: 'Copy as API request' }).click();
    await expect.poll(() => copied.mock.calls.length).toBe(1);
    expect(JSON.parse(copied.mock.calls[0]?.[0] ?? '')).toMatchObject({
      model: 'automatic',
      language_config: { languages: ['de'], code_switching: false },
    });
    copied.mockRestore();
    await screen.getByRole('button', { name: 'Delete preset Interviews' }).click();
    const removed = screen.getByRole('button', { name: 'Interviews', exact: true });
    await expect.element(removed).not.toBeInTheDocument();
  });

  test('a refused upload says why, and can be retried', async () => {
    const service = new InPageService();
    service.refuseUpload = { status: 507, message: 'Not enough storage: this needs 4 MB.' };
    const { screen } = await renderApp({ service });
    await pick(wav('large.wav'));
    await expect.element(screen.getByText('Not enough storage: this needs 4 MB.')).toBeVisible();
    service.refuseUpload = null;
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { name: 'large.wav' })).toBeVisible();
  });

  test('the sample’s job is marked and labelled', async () => {
    const { screen, service } = await renderApp();
    await screen.getByRole('button', { name: 'Try the sample' }).click();
    const sample = screen.getByRole('article').getByText('Sample', { exact: true });
    await expect.element(sample).toBeInTheDocument();
    expect(service.bodies).toMatchObject([
      { model: 'automatic', allow_draft: true, custom_metadata: { earshot_sample: true } },
    ]);
  });

  test('strong words are replaced by what is written, beside a list of further ones', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { screen, service } = await renderApp();
    await screen.getByText('Options', { exact: true }).click();
    await screen.getByText('More options').click();
    const further = screen.getByLabelText('Further words');
    await expect.element(further).not.toBeInTheDocument();
    await screen.getByLabelText('Strong words').selectOptions('Mask (f***)');
    await further.fill('heck*\ndarn');
    await expect.element(screen.getByLabelText('Replace by')).not.toBeInTheDocument();
    await screen.getByLabelText('Strong words').selectOptions('Replace');
    await screen.getByLabelText('Replace by').fill('beep');
    await pick(wav('one.wav'));
    await expect
      .poll(() => service.bodies)
      .toMatchObject([
        {
          profanity_filter: true,
          profanity_filter_config: { method: 'replace', replacement: 'beep', words: ['heck*', 'darn'] },
        },
      ]);
    // It opens, which would be in the next test otherwise.
    await expect.element(screen.getByRole('heading', { name: 'one.wav' })).toBeVisible();
  });

  test('a model offers its languages only, and no others in between', async () => {
    const { screen } = await renderApp();
    await screen.getByText('Options', { exact: true }).click();
    await screen.getByLabelText('Languages spoken').selectOptions('Welsh · Cymraeg');
    await screen.getByText('More options').click();
    await screen.getByRole('radio', { name: /^Parakeet/ }).click();
    const selected = screen.getByRole('list', { name: 'Languages spoken: selected' });
    await expect.element(selected).not.toBeInTheDocument();
    await expect.element(screen.getByRole('checkbox', { name: /Several languages/ })).toBeDisabled();
    expect(screen.getByLabelText('Languages spoken').element().querySelectorAll('option')).toHaveLength(6);
  });
});

describe('the list of jobs', () => {
  test('shows progress and time left, and announces the transcript', async () => {
    const service = new InPageService();
    const job = makeJob({
      status: 'processing',
      post_session_metadata: { progress: 0.25, seconds_left: 90 },
    });
    service.jobs = [job];
    const { screen } = await renderApp({ service });
    await expect.element(screen.getByText('25% · 2 min left')).toBeVisible();
    await expect
      .element(screen.getByRole('progressbar', { name: 'Transcribing interview.mp3' }))
      .toHaveAttribute('value', '0.25');
    service.change(job.id, { ...makeDone(makeUtterances(10)), id: job.id, file: job.file });
    await expect.element(screen.getByText('interview.mp3: the transcript is ready.')).toBeInTheDocument();
    await expect.element(screen.getByRole('progressbar')).not.toBeInTheDocument();
  });

  test('announces a transcript that was ready before it was first read', async () => {
    const service = new InPageService();
    const { screen } = await renderApp({ service });
    await pick(wav('first.wav'));
    await expect.element(screen.getByRole('heading', { name: 'first.wav' })).toBeVisible();
    service.add({ ...makeDone(makeUtterances(10)), file: makeJob({}, 'short.mp3').file });
    await expect.element(screen.getByText('short.mp3: the transcript is ready.')).toBeInTheDocument();
  });

  test('announces a transcript that was ready while the page was hidden, once', async () => {
    const service = new InPageService();
    const job = makeJob({ status: 'processing' });
    service.jobs = [job];
    const { screen } = await renderApp({ service });
    await expect.element(screen.getByRole('link', { name: /interview\.mp3/ })).toBeVisible();
    const done = { ...makeDone(makeUtterances(10)), id: job.id, file: job.file };
    service.jobs = [done];
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(screen.getByText('interview.mp3: the transcript is ready.')).toBeInTheDocument();
    service.add({ ...makeDone(makeUtterances(10)), file: makeJob({}, 'later.mp3').file });
    await expect.element(screen.getByText('later.mp3: the transcript is ready.')).toBeInTheDocument();
    service.change(job.id, done);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(screen.getByRole('progressbar')).not.toBeInTheDocument();
    await expect.element(screen.getByText('later.mp3: the transcript is ready.')).toBeInTheDocument();
  });

  test('progress needs no request for each step', async () => {
    const service = new InPageService();
    const job = makeJob({ status: 'processing' });
    service.jobs = [job];
    const { screen } = await renderApp({ service });
    const bar = screen.getByRole('progressbar', { name: 'Transcribing interview.mp3' });
    await expect.element(bar).toBeVisible();
    const before = service.requests.length;
    for (const progress of [0.25, 0.5, 0.75]) {
      service.change(job.id, { post_session_metadata: { progress } });
      await expect.element(bar).toHaveAttribute('value', String(progress));
    }
    expect(service.requests.slice(before)).toEqual([]);
  });

  test('a job made by another script appears by itself', async () => {
    const { screen, service } = await renderApp();
    await expect.element(screen.getByText('Add a recording.')).toBeVisible();
    service.add(makeJob({}, 'from-a-script.ogg'));
    await expect.element(screen.getByText('from-a-script.ogg')).toBeVisible();
  });

  test('a job that waits for a model says so and offers the download with its size', async () => {
    const service = new InPageService();
    const models = new InPageModels();
    const message = 'No speech model for stt-1 is installed.';
    service.jobs = [
      makeJob({
        post_session_metadata: {
          waiting: { reason: 'model-missing', model_id: 'whisper-base', bytes: 77_000_000, message },
        },
      }),
    ];
    const { screen } = await renderApp({ service, models });
    await expect.element(screen.getByText(message)).toBeVisible();
    await screen.getByRole('button', { name: 'Download (77 MB)' }).click();
    await expect.element(screen.getByText(/39 MB of 77 MB/)).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel download of the model' }).click();
    await expect.element(screen.getByRole('button', { name: 'Download (77 MB)' })).toBeVisible();
    models.failWith = new AppError('remote_model', msg`The model source did not respond.`, {
      remedy: msg`Check the network.`,
    });
    await screen.getByRole('button', { name: 'Download (77 MB)' }).click();
    const silent = screen.getByText('The model source did not respond. Check the network.');
    await expect.element(silent).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Import files' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Try again (77 MB)' })).toBeVisible();
  });

  test('offline, an offer says where models come from, and a model can be imported', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const service = new InPageService();
    const waiting = {
      reason: 'model-missing',
      model_id: 'base',
      bytes: 77e6,
      message: 'A model is missing.',
    };
    service.jobs = [makeJob({ post_session_metadata: { waiting } })];
    const { screen } = await renderApp({ service });
    await expect
      .element(screen.getByText(/^This device is offline\. Models are downloaded from huggingface\.co/))
      .toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Import files' })).toBeVisible();
    offline.mockReturnValue(true);
    globalThis.dispatchEvent(new Event('online'));
    await expect.element(screen.getByText(/^This device is offline/)).not.toBeInTheDocument();
    offline.mockRestore();
  });

  test('one offer stands above all recordings that wait for the same model', async () => {
    const service = new InPageService();
    const waiting = (modelId: string) => ({
      reason: 'model-missing',
      model_id: modelId,
      bytes: 77_000_000,
      message: `${modelId} is missing.`,
    });
    service.jobs = ['base', 'base', 'base', 'other'].map((model, index) =>
      makeJob({ post_session_metadata: { waiting: waiting(model) } }, `${index}.mp3`),
    );
    const { screen } = await renderApp({ service });
    await expect.element(screen.getByText('base is missing. 3 recordings wait for it.')).toBeVisible();
    await expect.element(screen.getByText('other is missing.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download (77 MB)' }).elements()).toHaveLength(2);
    expect(screen.getByText('Waiting for a model').elements()).toHaveLength(4);
  });

  test('a job that waits for storage says so and offers what can be deleted', async () => {
    const service = new InPageService();
    const models = new InPageModels();
    models.models = [
      InPageModels.model({ state: 'downloaded', storedBytes: 77e6 }),
      InPageModels.model({ id: 'tiny', title: 'Whisper tiny', state: 'absent' }),
    ];
    models.remove = async () => {
      models.models = [];
    };
    const message = 'Not enough storage: this needs 4 MB, and 1 MB is free.';
    const job = makeJob({ post_session_metadata: { waiting: { reason: 'storage', message } } });
    service.jobs = [job];
    const { screen } = await renderApp({ service, models });
    await expect.element(screen.getByText('Waiting for storage')).toBeVisible();
    await expect.element(screen.getByText(message)).toBeVisible();
    const remove = screen.getByRole('button', { name: 'Delete Whisper base (77 MB)' });
    await remove.click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(remove).not.toBeInTheDocument();
  });

  test('a job that cannot even note that it waits for storage is shown as such', async () => {
    const service = new InPageService();
    const job = makeJob({ status: 'processing' });
    service.jobs = [job];
    const { screen } = await renderApp({ service });
    await expect.element(screen.getByText('Preparing')).toBeVisible();
    announce({ type: 'job-waiting', id: job.id, message: 'The disk is full.', texts: [] });
    await expect.element(screen.getByText('The disk is full.')).toBeVisible();
  });

  const failed = (error_code: number, error: object) =>
    makeJob({
      ...{ status: 'error', error_code, completed_at: new Date().toISOString() },
      post_session_metadata: { error },
    });

  test('a failed job shows the reason and repeats the same request', async () => {
    const service = new InPageService();
    const message = 'The speech engine stopped answering.';
    const job = failed(500, { code: 'internal', message });
    service.jobs = [job];
    const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
    await expect.element(screen.getByRole('article').getByText(message)).toBeVisible();
    await screen.getByRole('article').getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('article').getByText('Waiting')).toBeVisible();
    expect(service.bodies).toMatchObject([{ audio_url: job.request_params?.audio_url, model: 'stt-1' }]);
  });

  test('nothing can be tried again where the file itself is the reason', async () => {
    const service = new InPageService();
    const message = 'The file has no audio track.';
    const job = failed(422, { code: 'unprocessable_audio', message });
    service.jobs = [job];
    service.refuseUpload = { status: 415, message: 'The content is not audio: it is a PDF document.' };
    const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
    await expect.element(screen.getByRole('article').getByText(message)).toBeVisible();
    await pick(wav('thesis.wav'));
    // Where the page is narrow, the open job hides the list.
    const refusal = screen.getByText('The content is not audio: it is a PDF document.');
    await expect.element(refusal).toBeInTheDocument();
    expect(screen.getByText('Try again').query()).toBeNull();
  });

  test('of hundreds of jobs, those in view are rendered', { tags: THOROUGH_TAG }, async () => {
    const service = new InPageService();
    service.jobs = Array.from({ length: 300 }, (_, number) =>
      makeJob(
        { status: 'done', created_at: new Date(2026, 0, 1, 0, -number).toISOString() },
        `episode-${number}.mp3`,
      ),
    );
    const { screen } = await renderApp({ service });
    await expect.element(screen.getByRole('link', { name: /episode-0\.mp3/ })).toBeVisible();
    const list = screen.getByRole('list', { name: 'Recordings' });
    await expect.poll(() => list.element().getBoundingClientRect().height).toBeGreaterThan(300 * 50);
    expect(screen.getByRole('link', { name: /episode-/ }).elements().length).toBeLessThan(60);
    expect(service.requests.filter((request) => request === 'GET /v2/pre-recorded').length).toBeLessThan(3);
  });

  test('a browser without service workers is told what to do', async () => {
    const message = 'This browser offers no service worker. Use a current Chrome, Edge, Firefox or Safari.';
    const ready = () => Promise.reject(new AppError('not_implemented', verbatim(message)));
    const { screen } = await renderApp({ ready });
    await expect.element(screen.getByRole('alert')).toHaveTextContent(message);
  });
});
