import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { filesUnder, precached, scriptsOfPage, staticImports, workerScripts } from './built-app.ts';

const KB = 1_000;
const MB = 1_000_000;

/** Above the first limit a source file is reported, above the second the test fails. */
const LONG_FILE = 300;
const LONGEST_FILE = 500;

const dist = join(import.meta.dirname, '../../dist');
const read = (file: string) => readFileSync(join(dist, file));
const sumOf = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);

describe('the built app', () => {
  it('has a service worker of at most 87 kB, compressed, so that it starts at once when a request wakes it', () => {
    expect(gzipSync(read('service-worker.js')).length).toBeLessThanOrEqual(87 * KB);
  });

  it('has what few requests need in scripts beside the worker, which it imports and does not precache', () => {
    const worker = read('service-worker.js').toString();
    const parts = filesUnder(dist).filter((file) => /^assets\/service-part-[^/]*\.js$/.test(file));
    expect(parts).toHaveLength(4);
    expect(parts.filter((file) => !worker.includes(file))).toEqual([]);
    expect(precached(worker).all).not.toEqual(expect.arrayContaining(parts));
  });

  it('has its source maps beside it', () => {
    expect(filesUnder(dist).filter((file) => file.endsWith('.map'))).toEqual([]);
    expect(filesUnder(join(dist, '../dist-maps'))).toContain('service-worker.js.map');
  });

  it('shows its page after at most 66 kB of scripts, compressed', () => {
    const scripts = scriptsOfPage(dist, 'index.html');
    expect(scripts.length).toBeGreaterThan(0);
    expect(sumOf(scripts.map((file) => gzipSync(read(file)).length))).toBeLessThanOrEqual(66 * KB);
  });

  it('has a script for pages of other sites of less than 5 kB, compressed, that imports nothing', () => {
    const script = read('embed.js').toString();
    expect(gzipSync(script).length).toBeLessThan(5 * KB);
    expect(script).not.toMatch(/\bimport\b|\bfrom\s*["'`]/);
    expect(script).toMatch(/export\s*\{[^}]*\bconnect\b/);
  });

  it('has OpenAI’s wire in a script of at most 5.5 kB, compressed, that no page loads before it is needed', () => {
    expect(gzipSync(read('openai.js')).length).toBeLessThanOrEqual(5.5 * KB);
    expect(scriptsOfPage(dist, 'index.html')).not.toContain('openai.js');
    expect(read('earshot-guard.js').toString()).toContain('/openai.js');
    // It holds every interface that can send a request, start a script or make a window (tests/engines/ways-out).
    expect(gzipSync(read('earshot-guard.js')).length).toBeLessThanOrEqual(11.25 * KB);
  });

  it('has a library for its own origin at an address that stays, with its exports', () => {
    expect(read('earshot.js').toString()).toMatch(/export\s*\{[^}]*\btranscribe\b/);
    expect(filesUnder(dist)).toEqual(
      expect.arrayContaining(['embed.html', 'embed-origins.json', '_headers', 'embed.d.ts', 'earshot.d.ts']),
    );
  });

  it('does not keep what a frame needs only where it may keep nothing', () => {
    const parts = filesUnder(dist).filter((file) => /(router|memory-database)-[^/]*\.js$/.test(file));
    expect(parts).toHaveLength(2);
    expect(precached(read('service-worker.js').toString()).all).not.toEqual(expect.arrayContaining(parts));
  });

  it('loads no ONNX runtime, no transformers.js and no schemas before its page is shown', () => {
    const scripts = scriptsOfPage(dist, 'index.html');
    const early = scripts.filter((file) => /InferenceSession|\$ZodType/.test(read(file).toString()));
    expect(early).toEqual([]);
  });

  it('has decoders of open formats that neither a worker loads at its start nor a visit caches before they are needed', () => {
    const files = filesUnder(dist);
    const decoders = files.filter((file) => /^assets\/(flac|mpeg|opus|vorbis)-decoder-[^/]*\.js$/.test(file));
    expect(decoders).toHaveLength(4);
    const workers = files.filter((file) => /\.worker-[^/]*\.js$/.test(file));
    const early = [
      ...workers.flatMap((entry) => workerScripts(dist, entry).flat()),
      ...scriptsOfPage(dist, 'index.html'),
      ...precached(read('service-worker.js').toString()).all,
    ];
    expect(decoders.filter((file) => early.includes(file))).toEqual([]);
  });

  it('loads the API console with its own page alone, and does not precache it', () => {
    const parts = filesUnder(dist).filter((file) => /swagger-console-[^/]*\.js$/.test(file));
    expect(parts).toHaveLength(1);
    expect(scriptsOfPage(dist, 'index.html')).not.toEqual(expect.arrayContaining(parts));
    const kept = precached(read('service-worker.js').toString()).all;
    expect(kept.filter((file) => file.includes('swagger-console'))).toEqual([]);
  });

  it('keeps a first visit waiting for at most 400 kB of files', () => {
    const { all, later } = precached(read('service-worker.js').toString());
    const shell = all.filter((file) => !later.includes(file));
    expect(shell).toEqual(expect.arrayContaining(['index.html', ...scriptsOfPage(dist, 'index.html')]));
    expect(later.length).toBeGreaterThan(100);
    expect(sumOf(shell.map((file) => read(file).length))).toBeLessThanOrEqual(400 * KB);
    expect(later.filter((file) => !/^assets\/.+-[\w-]{7,8}\.\w+$/.test(file))).toEqual([]);
  });

  it('caches at most 5 MB in all without being asked, and neither a runtime nor a model', () => {
    const { all } = precached(read('service-worker.js').toString());
    expect(all.filter((file) => /\.(wasm|onnx)$/.test(file))).toEqual([]);
    expect(sumOf(all.map((file) => read(file).length))).toBeLessThanOrEqual(5 * MB);
  });

  it('shares nothing with the entry of a worker, which WebKit would then run twice', () => {
    const scripts = filesUnder(dist).filter((file) => /^assets\/.*\.js$/.test(file));
    const entries = scripts.filter((file) => /\.worker-[^/]*\.js$/.test(file)).map((file) => basename(file));
    expect(entries).toHaveLength(1);
    const imports = (file: string) =>
      [
        ...read(file)
          .toString()
          .matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]\.\/([^"'`]+)["'`]/g),
      ].map(([, name]) => name);
    const importing = scripts.filter((file) => imports(file).some((name) => entries.includes(name ?? '')));
    expect(importing).toEqual([]);
  });

  it('starts what runs jobs, and each worker, from few files, none of which imports itself by another', () => {
    const scripts = filesUnder(dist).filter((file) => /^assets\/.*\.js$/.test(file));
    const imported = (file: string) => staticImports(dist, [file]).filter((other) => other !== file);
    expect(scripts.filter((file) => staticImports(dist, imported(file)).includes(file))).toEqual([]);

    const firstView = scriptsOfPage(dist, 'index.html');
    const host = scripts.filter((file) => /\/host-[^/]*\.js$/.test(file));
    expect(host).toHaveLength(1);
    const later = staticImports(dist, host).filter((file) => !firstView.includes(file));
    expect(later.length).toBeLessThanOrEqual(5);
    const [entry = ''] = scripts.filter((file) => /\/app\.worker-[^/]*\.js$/.test(file));
    const ofWorkers = workerScripts(dist, entry).map((files) => files.length);
    expect(ofWorkers.length).toBeGreaterThanOrEqual(7);
    expect(Math.max(...ofWorkers)).toBeLessThanOrEqual(20);
  });

  it('starts each worker with at most 600 kB of scripts', () => {
    const workers = filesUnder(dist).filter((file) => /\.worker-[^/]*\.js$/.test(file));
    expect(workers).toHaveLength(2);
    const weights = workers.flatMap((entry) =>
      workerScripts(dist, entry).map((scripts) => sumOf(scripts.map((file) => read(file).length))),
    );
    expect(weights.length).toBeGreaterThanOrEqual(7);
    expect(Math.max(...weights)).toBeLessThanOrEqual(600 * KB);
    expect(Math.min(...weights)).toBeGreaterThan(10 * KB);
  });

  // Two of the runtime's: a worker may need a build for the GPU and the one for the CPU, and a script sets up one.
  it('has transformers.js and each script of the ONNX runtime once, for all workers', () => {
    const holding = (mark: RegExp) =>
      filesUnder(dist).filter((file) => /\.m?js$/.test(file) && mark.test(read(file).toString()));
    expect(holding(/WhisperForConditionalGeneration/)).toHaveLength(1);
    expect(holding(/registerBackend/)).toHaveLength(2);
  });

  it('has the largest runtime packed, under a name that no server takes for an encoding', () => {
    const runtimes = filesUnder(dist).filter((file) => /ort-wasm[^/]*\.(wasm|gz|packed)$/.test(file));
    expect(runtimes.map((file) => file.split('.').at(-1)).toSorted()).toEqual(['packed', 'wasm', 'wasm']);
  });

  it('weighs at most 60 MB without its models, of which a browser loads one of three runtimes of 7 to 17 MB', () => {
    const files = filesUnder(dist).filter((file) => !file.startsWith('models/'));
    expect(files.length).toBeGreaterThan(0);
    expect(sumOf(files.map((file) => read(file).length))).toBeLessThanOrEqual(60 * MB);
  });

  it('has at most 90 MB of models, in files of at most 20 MB', () => {
    const sizes = filesUnder(join(dist, 'models')).map((file) => read(join('models', file)).length);
    expect(sumOf(sizes)).toBeGreaterThan(70 * MB);
    expect(sumOf(sizes)).toBeLessThanOrEqual(90 * MB);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20 * MB);
  });
});

describe('the sources', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['src', 'workers', 'tests']
    .flatMap((folder) => filesUnder(join(root, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(ts|svelte|css)$/.test(file));
  const lengths = files.map((file) => ({
    file,
    lines: readFileSync(join(root, file), 'utf8').split('\n').length,
  }));

  it(`have no file of more than ${LONGEST_FILE} lines`, () => {
    expect(lengths.length).toBeGreaterThan(0);
    const long = lengths.filter(({ lines }) => lines > LONG_FILE);
    if (long.length > 0) console.warn(`Over ${LONG_FILE} lines:`, long);
    expect(lengths.filter(({ lines }) => lines > LONGEST_FILE)).toEqual([]);
  });
});
