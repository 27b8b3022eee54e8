import { readFile } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/runner/eventually.ts';
import { THREADS_STARTED, THREADS_STARTING } from '../../../realms/every-worker/shared/start-sign.ts';

const STAND_IN = new URL('./capture-runtime.mjs', import.meta.url).href;
const SLOT = Symbol.for('earshot.captured-runtime');

const asAddress = (script: string) => `data:text/javascript,${encodeURIComponent(script)}`;

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

it('gives the runtime a binary that was compiled ahead, and lets it fetch its own where that failed', async () => {
  // Instantiates its binary as the runtime's script does, and returns what it was given.
  const text = `export default (config) => config.instantiateWasm
    ? new Promise((resolve) => config.instantiateWasm({}, (instance, module) => resolve({ instance, module })))
    : 'its own'`;
  const script = asAddress(text);
  const compiled = await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const startWith = async (ahead: WebAssembly.Module | null) => {
    const value = { script, compiled: Promise.resolve(ahead), module: null };
    Object.defineProperty(globalThis, SLOT, { value, configurable: true });
    // Anew: it reads what it is given when it is loaded.
    const standIn = `${await readFile(new URL(STAND_IN), 'utf8')} // ${ahead}`;
    const { default: start } = await import(/* @vite-ignore */ asAddress(standIn));
    return start({});
  };
  const started = await startWith(compiled);
  expect(started.module).toBe(compiled);
  expect(started.instance).toBeInstanceOf(WebAssembly.Instance);
  expect(await startWith(null)).toBe('its own');
});
