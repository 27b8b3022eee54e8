import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/runner/eventually.ts';
import { THREADS_STARTED, THREADS_STARTING } from '../../realms/every-worker/shared/start-sign.ts';

const STAND_IN = new URL('./capture-runtime.mjs', import.meta.url).href;
const SLOT = Symbol.for('earshot.captured-runtime');

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, SLOT);
});

it('tells its worker before threads are started, and as soon as they were', async () => {
  const told: string[] = [];
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => told.push(type));
  // Starts its threads at once, and compiles for ever.
  vi.stubGlobal('startThreads', () => told.push('threads'));
  const script =
    'data:text/javascript,export default () => { startThreads(); return new Promise(() => {}); }';
  Object.defineProperty(globalThis, SLOT, { value: { script, module: null }, configurable: true });
  const { default: start } = await import(STAND_IN);
  void start({});
  await eventually(() => expect(told).toEqual([THREADS_STARTING, 'threads', THREADS_STARTED]));
});
