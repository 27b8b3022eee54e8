import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { storedLiveSession } from '../../../tests/fakes/live-session.ts';
import type { LiveToHost } from '../../contract/realms/live-connection.ts';
import { msg } from '../../lib/errors/msg.ts';
import { getJob } from '../../storage/jobs/job-store.ts';
import { getLiveSession } from '../../storage/live/live-store.ts';
import { serveLive } from './live-sessions.ts';

vi.mock('./start-speech.ts', () => ({ startSpeech: async () => ({ missing: msg`No model is installed.` }) }));

beforeEach(emptyDatabase);
afterEach(() => {
  vi.restoreAllMocks();
});

it('a session whose client is gone becomes a job with its sound, after a minute for another socket', async () => {
  const session = await storedLiveSession();
  let minuteIsOver: () => void = () => undefined;
  const { setTimeout: later } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) => {
    // The storage has timers of a minute, too.
    if (ms === 60_000 && String(act).includes('isConnected')) minuteIsOver = act;
    return later(act, ms);
  }) as typeof setTimeout);
  const { port1, port2 } = new MessageChannel();
  const messages: string[] = [];
  port1.onmessage = ({ data }: MessageEvent) => messages.push(JSON.stringify(data));
  void navigator.locks.request('client', () => new Promise<void>(() => undefined));
  await serveLive(port2, { token: session.token, acknowledged: null, lock: 'client' });
  const send = (message: LiveToHost) => port1.postMessage(message);
  send({ data: new Uint8Array(32_000).fill(1) });
  await expect.poll(() => messages.some((one) => one.includes('audio_chunk'))).toBe(true);
  send({ close: 4000, reason: '' });
  await expect.poll(() => messages.some((one) => one.includes('4000'))).toBe(true);
  expect(await getJob(session.id)).toBeNull();
  minuteIsOver();
  await expect.poll(async () => (await getJob(session.id))?.file?.audio_duration).toBe(1);
  expect(await getLiveSession(session.id)).toBeNull();
  port1.close();
});
