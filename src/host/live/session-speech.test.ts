import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { storedLiveSession } from '../../../tests/fakes/live-session.ts';
import type { LiveSpeech } from '../../realms/live/page/open-live-speech.ts';
import { SessionSpeech } from './session-speech.ts';

beforeEach(emptyDatabase);

/** Speech of a session whose model is chosen, and ready, when a test says so. */
async function startSpeech() {
  let choose: () => void = () => undefined;
  const chosen = new Promise<void>((resolve) => {
    choose = resolve;
  });
  let terminate: () => void = () => undefined;
  const loaded = new Promise<void>((_, reject) => {
    terminate = () => reject(new Error('The worker was terminated.'));
  });
  const recogniser = {
    ready: loaded,
    push: vi.fn(),
    finish: () => loaded,
    end: vi.fn(() => terminate()),
  } satisfies LiveSpeech;
  const sendFault = vi.fn();
  const speech = new SessionSpeech(await storedLiveSession({}), [], 0, {
    start: async () => {
      await chosen;
      return { speech: recogniser };
    },
    send: () => undefined,
    sendFault,
    onFinal: () => undefined,
    onSound: () => undefined,
  });
  speech.start();
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { speech, recogniser, choose: () => choose(), sendFault, settled };
}

it('is no fault when its last words are not waited for while the model is loaded', async () => {
  const { speech, recogniser, choose, sendFault, settled } = await startSpeech();
  choose();
  await settled();
  await speech.finish(Promise.resolve());
  await settled();
  expect(recogniser.end).toHaveBeenCalledOnce();
  expect(sendFault).not.toHaveBeenCalled();
});

it('that was ended before its model was chosen ends the recogniser, which gets no sound', async () => {
  const { speech, recogniser, choose, sendFault, settled } = await startSpeech();
  speech.push(new Uint8Array(320));
  await speech.finish(Promise.resolve());
  choose();
  await settled();
  expect(recogniser.end).toHaveBeenCalledOnce();
  expect(recogniser.push).not.toHaveBeenCalled();
  expect(sendFault).not.toHaveBeenCalled();
});
