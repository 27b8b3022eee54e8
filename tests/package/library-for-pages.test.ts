import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build as buildWithEsbuild } from 'esbuild';
import ts from 'typescript';
import { build as buildWithVite } from 'vite';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { libraryManifest } from '../../src/cli/package/package-manifest.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { typed } from './typed.ts';

const KB = 1_000;
const whole = inject('whole');
/** Copies of the examples, in the folder in which the package was installed. */
const examples = join(whole, 'examples');
const esbuildOptions = { bundle: true, minify: true, format: 'esm', write: false } as const;

beforeAll(() => {
  cpSync(join(PROJECT_ROOT, 'examples/bundled'), examples, { recursive: true });
  for (const name of ['react', 'react-dom', 'scheduler', 'svelte', 'esm-env', 'clsx'])
    symlinkSync(join(PROJECT_ROOT, 'node_modules', name), join(whole, 'node_modules', name), 'junction');
});

const textOf = (outputs: readonly { text: string }[]): string => outputs.map(({ text }) => text).join('');

describe("import { transcribe, live } from 'earshot'", () => {
  it('weighs at most 10 kB, compressed, in a page that uses both', async () => {
    const contents =
      "import { configure, live, transcribe } from 'earshot'; console.log(configure, live, transcribe);";
    const { outputFiles } = await buildWithEsbuild({
      ...esbuildOptions,
      stdin: { contents, resolveDir: whole },
    });
    const text = textOf(outputFiles);
    expect(text).toContain('embed.html');
    expect(gzipSync(text).length).toBeLessThanOrEqual(10 * KB);
  });

  it('is the same in a small package of its own, which old resolution finds too', async () => {
    const folder = join(inject('library'), 'node_modules/earshot-library');
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const path of [manifest.main, manifest.types, manifest.exports['.'].default])
      expect(readFileSync(join(folder, path)).length).toBeGreaterThan(1000);
    expect(readFileSync(join(folder, manifest.main))).toEqual(
      readFileSync(join(whole, 'node_modules/earshot/lib/index.js')),
    );
    expect(manifest.keywords).toContain('speech-to-text');
    expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'README.md', 'lib', 'package.json']);
    const size = (name: string) => gzipSync(readFileSync(join(folder, 'lib', name))).length;
    expect(size('index.js') + size('index.d.ts')).toBeLessThanOrEqual(50 * KB);
  });

  it('states where its sources are if a release says so', () => {
    const project = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'));
    const env = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'owner/name' };
    expect(libraryManifest(project, env)).toMatchObject({
      repository: { type: 'git', url: 'git+https://git.example/owner/name.git' },
      homepage: 'https://git.example/owner/name#readme',
      bugs: 'https://git.example/owner/name/issues',
    });
    expect(Object.keys(libraryManifest(project, {}))).not.toContain('bugs');
  });

  it('leaves nothing in a page that uses nothing of it', async () => {
    const { outputFiles } = await buildWithEsbuild({
      ...esbuildOptions,
      stdin: { contents: "import { transcribe } from 'earshot';", resolveDir: whole },
    });
    expect(textOf(outputFiles).trim()).toBe('');
  });

  it('can be imported where there is no page', async () => {
    writeFileSync(
      join(whole, 'server.mjs'),
      "import * as all from 'earshot'; console.log(Object.keys(all).join());",
    );
    const { output, errors } = await typed(whole, 'node server.mjs');
    expect(errors).toBe('');
    expect(output).toBe('SpeechError,configure,connect,get,live,remove,transcribe,upload\n');
  });

  it('says where it was not told where the app is', async () => {
    writeFileSync(
      join(whole, 'astray.mjs'),
      "import { get } from 'earshot'; await get('x').catch(({ code, message }) => console.log(code, message));",
    );
    const { output } = await typed(whole, 'node astray.mjs');
    expect(output).toMatch(/^invalid_request Where is the app\? Call configure/);
  });

  it('has types, with which a wrong call is an error', { tags: THOROUGH_TAG }, () => {
    const file = join(whole, 'use.ts');
    writeFileSync(
      file,
      `import { configure, live, SpeechError, transcribe } from 'earshot';
configure({ src: 'https://speech.example' });
const job = await transcribe(new Blob([]), { model: 'stt-3' }, { onUpdate: ({ progress }): number => progress });
export const words: string[] = job.result.transcription?.utterances.flatMap((one) => one.words.map(({ word }) => word)) ?? [];
export const { stop } = await live({ onText: () => undefined });
export const codeOf = (error: unknown): 'not_found' | string | null => (error instanceof SpeechError ? error.code : null);
// @ts-expect-error There is no such model.
await transcribe('https://speech.example/a.wav', { model: 'none' });
// @ts-expect-error The address is missing.
configure({});
`,
    );
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    });
    const faults = ts.getPreEmitDiagnostics(program);
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });
});

describe('the examples for bundlers', () => {
  it('plain: esbuild', async () => {
    const { outputFiles } = await buildWithEsbuild({
      ...esbuildOptions,
      entryPoints: [join(examples, 'plain/main.js')],
    });
    expect(gzipSync(textOf(outputFiles)).length).toBeLessThanOrEqual(10 * KB);
  });

  it('React: esbuild with JSX', async () => {
    const { outputFiles } = await buildWithEsbuild({
      ...esbuildOptions,
      entryPoints: [join(examples, 'react/main.jsx')],
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    expect(textOf(outputFiles)).toMatch(/embed\.html/);
  });

  it('Svelte: Vite', async () => {
    const out = join(examples, 'svelte-built');
    mkdirSync(out);
    const result = await buildWithVite({
      root: join(examples, 'svelte'),
      configFile: false,
      logLevel: 'error',
      plugins: [svelte({ configFile: false })],
      build: { write: false, rolldownOptions: { input: join(examples, 'svelte/main.js') } },
    });
    const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
    expect(outputs.map((one) => ('code' in one ? one.code : '')).join('')).toContain('embed.html');
  });
});
