import { afterEach, expect, it, vi } from 'vitest';
import { watchForUpdate } from './app-update.ts';

vi.mock('./service-worker-script.ts', () => ({ SERVICE_WORKER: { url: '/service-worker.js' } }));
vi.mock('./code-check.ts', () => ({ asksFirst: async () => true, readChange: async () => ({}) }));
afterEach(() => vi.unstubAllGlobals());

it('applies a version that was wanted before it came, however many were refused before', async () => {
  const registration = Object.assign(new EventTarget(), {
    active: {},
    installing: null as unknown,
    waiting: null as unknown,
    update: async () => undefined,
  });
  const serviceWorker = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistration: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker });
  const reload = vi.fn();
  vi.stubGlobal('location', { reload, href: 'https://site.example/' });
  const install = (state: 'installed' | 'redundant') => {
    const worker = Object.assign(new EventTarget(), { state, postMessage: vi.fn() });
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    if (state === 'installed') registration.waiting = worker;
    worker.dispatchEvent(new Event('statechange'));
    return worker;
  };
  const found = vi.fn<(apply: () => void) => void>();
  await watchForUpdate(found, new AbortController().signal);
  for (let refused = 0; refused < 3; refused++) install('redundant');
  expect(found).toHaveBeenCalledTimes(1);
  found.mock.calls[0]?.[0]();
  expect(install('installed').postMessage.mock.calls[0]).toMatchObject([{ type: 'SKIP_WAITING' }, {}]);
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});
