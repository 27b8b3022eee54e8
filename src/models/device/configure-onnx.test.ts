import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const BINARY = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7) % 251);

/** A worker's copy of the module, and the environment of one copy of the runtime. */
async function start(...responses: Response[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return responses.shift() ?? Response.error();
  });
  vi.resetModules();
  const module = await import('./configure-onnx.ts');
  const env: Parameters<typeof module.configureOnnxRuntime>[0] = { wasm: {}, logLevel: 'warning' };
  return { ...module, env, asked };
}

beforeEach(() => vi.stubGlobal('location', new URL('https://speech.example/assets/app.worker.js')));
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['gzipped', gzipSync(BINARY)],
  ['as it is, from the development server', BINARY],
])('takes the build for browsers without JSPI %s, once', async (_, sent) => {
  const { fetchOnnxBuild, configureOnnxRuntime, env, asked } = await start(new Response(sent));
  await Promise.all([fetchOnnxBuild('asyncify'), fetchOnnxBuild('asyncify')]);
  configureOnnxRuntime(env, 2, 'asyncify');
  expect(env.wasm.wasmBinary).toEqual(BINARY);
  expect(asked).toHaveLength(1);
});

it('fetches nothing for the other builds, whose files the runtime fetches itself', async () => {
  const { fetchOnnxBuild, configureOnnxRuntime, env, asked } = await start(new Response(BINARY));
  await fetchOnnxBuild('asyncify');
  configureOnnxRuntime(env, 2, 'asyncify');
  for (const build of ['wasm', 'jspi'] as const) {
    await fetchOnnxBuild(build);
    configureOnnxRuntime(env, 2, build);
    expect(env.wasm.wasmBinary).toBeUndefined();
  }
  expect(asked).toHaveLength(1);
});

it('says that the build could not be had, and tries again', async () => {
  const { fetchOnnxBuild, configureOnnxRuntime, env } = await start(
    new Response(null, { status: 503 }),
    new Response(BINARY),
  );
  expect(() => configureOnnxRuntime(env, 1, 'asyncify')).toThrow('was not fetched');
  await expect(fetchOnnxBuild('asyncify')).rejects.toThrow('503');
  await fetchOnnxBuild('asyncify');
  configureOnnxRuntime(env, 1, 'asyncify');
  expect(env.wasm.wasmBinary).toEqual(BINARY);
});
