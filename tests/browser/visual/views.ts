import { render } from 'vitest-browser-svelte';
import { msg } from '../../../src/lib/errors/msg.ts';
import EmbedQuestion from '../../../src/ui/embed/EmbedQuestion.svelte';
import { InPageModels, InPageService, makeDone, makeJob, makeUtterances } from '../ui/in-page-service.ts';
import { renderApp } from '../ui/render-app.ts';

const CREATED = '2025-03-14T09:12:00.000Z';

const transcribed = () => ({ ...makeDone(makeUtterances(120), 'lecture.mp3'), created_at: CREATED });

/** A service with a recording in each state that one can be in. */
function fullLibrary(): InPageService {
  const service = new InPageService();
  const session = { waiting: null, progress: 0, seconds_left: null };
  service.jobs = [
    makeJob({ status: 'processing', post_session_metadata: { ...session, progress: 0.4, seconds_left: 90 } }),
    makeJob(
      {
        post_session_metadata: {
          ...session,
          waiting: {
            model_id: 'whisper-base',
            bytes: 80_000_000,
            message: 'No speech model for stt-1 is installed. Download Whisper base (80 MB).',
          },
        },
      },
      'a-long-name-that-does-not-fit-into-the-list-of-recordings.wav',
    ),
    transcribed(),
    makeJob({
      status: 'error',
      error_code: 422,
      post_session_metadata: {
        ...session,
        error: { code: 'unprocessable_audio', message: 'The file is damaged: its structure cannot be read.' },
      },
    }),
  ].map((job) => ({ ...job, created_at: CREATED }));
  return service;
}

function someModels(): InPageModels {
  const models = new InPageModels();
  models.models = [
    InPageModels.model({
      id: 'demo',
      title: 'Demo',
      state: 'downloaded',
      storedBytes: 9_000_000,
    }),
    InPageModels.model({}),
    InPageModels.model({
      id: 'large',
      title: 'Whisper large',
      unusable: msg`It needs WebGPU, which this browser lacks.`,
    }),
    InPageModels.model({ id: 'parakeet', title: 'Parakeet', uses: ['stt-3'], languages: ['en', 'de'] }),
  ];
  return models;
}

async function dialog(button: string): Promise<void> {
  const { screen } = await renderApp({ models: someModels(), service: fullLibrary() });
  await screen.getByRole('button', { name: button }).click();
  await screen.getByRole('dialog').findElement();
}

/** A transcript of two people while it is corrected. */
async function correct() {
  const service = new InPageService();
  const spoken = makeUtterances(60).map((utterance, index) => ({ ...utterance, speaker: index % 2 }));
  const job = { ...makeDone(spoken, 'lecture.mp3'), created_at: CREATED };
  service.jobs = [job];
  const rendered = await renderApp({ service, hash: `#/jobs/${job.id}` });
  await rendered.screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await rendered.screen.getByLabelText('Paragraph at 0:00, Speaker 1').findElement();
  return rendered;
}

/** What people look at most. Each resolves when its view is there. */
export const VIEWS: Record<string, () => Promise<void>> = {
  async start() {
    const { screen } = await renderApp();
    await screen.getByRole('heading', { name: 'Add a recording.' }).findElement();
    // It comes half a second later.
    await screen.getByText('English is transcribed at once, as a draft.').findElement();
  },
  async library() {
    const { screen } = await renderApp({ service: fullLibrary() });
    await screen.getByText('Failed: The file is damaged').findElement();
  },
  async transcript() {
    const service = new InPageService();
    const job = transcribed();
    service.jobs = [job];
    const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
    await screen.getByText('word119').findElement();
    await screen.getByLabelText('Position').findElement();
  },
  async editor() {
    await correct();
  },
  async captions() {
    const { screen } = await correct();
    await screen.getByRole('button', { name: 'More', exact: true }).click();
    await screen.getByRole('button', { name: 'Captions', exact: true }).click();
    await screen.getByLabelText('Text of caption 2').findElement();
  },
  models: () => dialog('Models'),
  settings: () => dialog('Settings'),
  async question() {
    const question = {
      origin: 'https://news.example.org',
      show: async () => undefined,
      answer: () => undefined,
    };
    const screen = await render(EmbedQuestion, { question });
    await screen.getByRole('button', { name: 'Not now' }).findElement();
  },
};
