import { afterEach, describe, expect, it, vi } from 'vitest';
import { PatientWorker } from '../../../src/realms/every-worker/page/patient-worker.ts';
import { WorkerHandle } from '../../../src/realms/every-worker/page/worker-handle.ts';
import {
  STARTED,
  THREADS_STARTED,
  THREADS_STARTING,
} from '../../../src/realms/every-worker/shared/start-sign.ts';

interface Api {
  wait(): Promise<never>;
  add(a: number, b: number): number;
}

/** A real worker whose script is given as text. */
function spawn(program: string, startMs?: number, threadsMs?: number): WorkerHandle<Api> {
  return new WorkerHandle(new Worker(scriptOf(program)), startMs, threadsMs);
}

const scriptOf = (program: string) => URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));

const SILENT = 'onmessage = () => {};';
const ENDLESS = 'onmessage = () => { for (;;) {} };';
const CLOSING = 'onmessage = () => self.close();';
const CRASHING = 'onmessage = () => { setTimeout(() => { throw new Error("out of memory"); }); };';

describe('calls to a worker', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are rejected when the worker dies, and every call after that too', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const handle = spawn(CRASHING);
    await expect(handle.call((api) => api.wait())).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('out of memory'),
    });
    expect(handle.ended).toBe(true);
    await expect(handle.call((api) => api.add(1, 2))).rejects.toMatchObject({ code: 'internal' });
  });

  it('are rejected when the worker is terminated', async () => {
    const handle = spawn(SILENT);
    const waiting = handle.call((api) => api.wait());
    handle.terminate();
    await expect(waiting).rejects.toMatchObject({ message: 'The worker was terminated.' });
  });

  it('are rejected at once when their signal aborts, and the worker lives on', async () => {
    const handle = spawn(SILENT);
    const controller = new AbortController();
    const waiting = handle.call((api) => api.wait(), controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(handle.ended).toBe(false);
    handle.terminate();
  });

  it('are rejected when the worker does not start in time', async () => {
    const waiting = spawn(SILENT, 300).call((api) => api.wait());
    await expect(waiting).rejects.toMatchObject({
      code: 'internal',
      message: 'A worker did not start within 0 s; it was ended.',
    });
  });

  it('may take their time once it has started', async () => {
    const handle = spawn(`postMessage(${JSON.stringify(STARTED)}); ${SILENT}`, 300);
    handle.call((api) => api.wait()).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(handle.ended).toBe(false);
    handle.terminate();
  });

  it('are rejected when the worker does not come back from starting threads', async () => {
    const blocked = `postMessage(${JSON.stringify(THREADS_STARTING)}); for (;;) {}`;
    const waiting = spawn(blocked, undefined, 300).call((api) => api.wait());
    await expect(waiting).rejects.toMatchObject({
      code: 'internal',
      message: 'The threads of a worker did not start within 0 s; it was ended.',
    });
  });

  it('may take their time once threads have started', async () => {
    const signs = [THREADS_STARTING, THREADS_STARTED].map((sign) => `postMessage(${JSON.stringify(sign)});`);
    const handle = spawn(`${signs.join(' ')} ${SILENT}`, undefined, 300);
    handle.call((api) => api.wait()).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(handle.ended).toBe(false);
    handle.terminate();
  });

  it('are answered by a worker whose script arrived only when it was asked for again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const answering = `postMessage(${JSON.stringify(STARTED)});
      onmessage = ({ data }) => postMessage({ id: data.id, type: 'RAW', value: 7 });`;
    const addresses = ['/there-is-no-such-script.js', scriptOf(answering)];
    const create = () => new Worker(addresses.shift() ?? '', { type: 'module' });
    const handle = new WorkerHandle<Api>(new PatientWorker(create), 10_000);
    expect(await handle.call((api) => api.add(3, 4))).toBe(7);
    expect(addresses).toEqual([]);
    handle.terminate();
  });

  it.each([
    ['is in an endless loop', ENDLESS],
    ['has closed itself without a word', CLOSING],
    ['stays silent', SILENT],
  ])('are rejected when the worker %s for longer than the limit', async (_, program) => {
    const handle = spawn(program);
    const waiting = handle.watchedCall({ what: 'Waiting', limitMs: 500 }, (api) => api.wait());
    await expect(waiting).rejects.toMatchObject({
      code: 'internal',
      message: 'Waiting showed no progress for 1 s; its worker was ended.',
    });
    expect(handle.ended).toBe(true);
  });

  it('may take any time while there are signs of life', async () => {
    const handle = spawn(SILENT);
    const waiting = handle.watchedCall({ what: 'Waiting', limitMs: 300 }, async (_, alive) => {
      for (let sign = 0; sign < 10; sign++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        alive();
      }
      return 'done';
    });
    expect(await waiting).toBe('done');
    handle.terminate();
  });
});
