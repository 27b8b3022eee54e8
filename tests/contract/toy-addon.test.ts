import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { cruiseImports } from '../imports/cruise-imports.ts';

/**
 * Adding an add-on is adding a folder: a copy of the project gets the one of the guide, as written there, and no other file of it is
 * touched. The questions are asked by tests of their own inside the copy.
 */
const guide = readFileSync(join(PROJECT_ROOT, 'docs/adding-an-add-on.md'), 'utf8');

/** The first program below the heading of a file. */
function fileInGuide(name: string): string {
  const [, section = ''] = guide.split(`## \`${name}\`\n`);
  const [, program] = /```ts\n(.*?)```/s.exec(section) ?? [];
  if (program === undefined) throw new Error(`The guide has no ${name}.`);
  return program;
}

const QUESTIONS = `
import { render } from 'svelte/server';
import { expect, it, vi } from 'vitest';
import { buildOpenApi } from './src/contract/openapi/build-openapi.ts';
import { preRecordedRequest } from './src/contract/pre-recorded-request.ts';
import { transcriptionResult } from './src/contract/transcription-result.ts';
import { readTranscript } from './src/host/run/read-transcript.ts';
import { AddonSession } from './src/realms/addons/worker/session.ts';
import { addonActivity } from './src/ui/library/addon-activity.ts';
import OptionFields from './src/ui/compose/OptionFields.svelte';
import { OptionsState } from './src/ui/compose/options-state.svelte.ts';
import AddonResults from './src/ui/transcript/results/AddonResults.svelte';

const audio_url = 'https://example.org/a.mp3';
const utterance = {
  start: 0, end: 1, confidence: 1, channel: 0, text: 'Hi.', language: 'en' as const,
  words: [{ word: 'Hi.', start: 0, end: 1, confidence: 1 }],
};
const transcription = { full_transcript: 'Hi.', languages: ['en' as const], utterances: [utterance] };
const metadata = { audio_duration: 1, number_of_distinct_channels: 1, billing_time: 1, transcription_time: 1 };

async function runToy() {
  const session = new AddonSession();
  session.connect({ onProgress() {}, onOutput() {}, onNote() {}, browser: {} } as never);
  const addons = {
    async run(_key: string, work: (worker: never, signal: AbortSignal) => Promise<unknown>) {
      const call = (task: (api: AddonSession) => unknown) => task(session);
      return { success: true, seconds: 0.1, notes: [], results: await work({ call } as never, new AbortController().signal) };
    },
  };
  const request = preRecordedRequest.parse({ audio_url, toy: true, toy_config: { greeting: 'goodbye' } });
  const { result } = await readTranscript(transcription, request, addons as never);
  return transcriptionResult.parse({ metadata, transcription, ...result });
}

it('is in the request parser', () => {
  expect(preRecordedRequest.parse({ audio_url })).toMatchObject({ toy: false });
  expect(preRecordedRequest.parse({ audio_url, toy: true })).toMatchObject({ toy: true, toy_config: { greeting: 'hello' } });
  expect(preRecordedRequest.safeParse({ audio_url, toy_config: { greeting: 'hey' } }).success).toBe(false);
});

it('is in the description of the interface', () => {
  const { PreRecordedRequest, TranscriptionResultDTO, ToyConfig } = buildOpenApi().components.schemas;
  expect(PreRecordedRequest.properties).toMatchObject({
    toy: { anyOf: [{ type: 'boolean' }, { type: 'null' }], description: 'Greets the speakers.', 'x-stability': 'alpha' },
    toy_config: { anyOf: [{ $ref: '#/components/schemas/ToyConfig' }, { type: 'null' }] },
  });
  expect(ToyConfig.properties).toHaveProperty('greeting.anyOf.0.enum', ['hello', 'goodbye']);
  expect(TranscriptionResultDTO.properties).toHaveProperty('toy.properties.results');
});

it('is in the run of a job', async () => {
  const { toy } = await runToy();
  expect(toy).toMatchObject({ success: true, is_empty: false, error: null, results: 'goodbye, 1 of you' });
  expect(addonActivity('toy')).toBe('Greeting');
});

it('is in the options', () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} });
  const options = new OptionsState();
  expect(options.current().addons).not.toHaveProperty('toy');
  options.choose('toy', 'goodbye');
  expect(options.current().addons).toMatchObject({ toy: true, toy_config: { greeting: 'goodbye' } });
  const { body } = render(OptionFields, { props: { options } });
  expect(body).toContain('Greet the speakers');
  expect(body).toContain('Say nothing');
});

it('is in the result view', async () => {
  const { body } = render(AddonResults, { props: { result: await runToy(), place: 'after', onseek() {} } });
  expect(body).toMatch(/<h3[^>]*>Greeting</);
  expect(body).toContain('goodbye, 1 of you');
});
`;

const VITEST = `
import { svelte } from '@sveltejs/vite-plugin-svelte';
export default { plugins: [svelte()], test: { include: ['questions.test.ts'], environment: 'node' } };
`;

const COPIED = [
  'src',
  'models-manifest',
  'package.json',
  'svelte.config.js',
  'tsconfig.base.json',
  'tsconfig.json',
];

/** What is read of vitest's report. */
const testReport = z.object({
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
});
const outputs = z.object({ stdout: z.string(), stderr: z.string() });

let copy = '';

beforeAll(() => {
  mkdirSync(join(PROJECT_ROOT, '.cache'), { recursive: true });
  // Below the project, so that its packages are found.
  copy = mkdtempSync(join(PROJECT_ROOT, '.cache', 'toy-addon-'));
  for (const name of COPIED) cpSync(join(PROJECT_ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(copy, 'node_modules'));
  const folder = join(copy, 'src/addons/toy');
  mkdirSync(folder);
  for (const name of ['schema.ts', 'run.ts']) writeFileSync(join(folder, name), fileInGuide(name));
  writeFileSync(join(copy, 'questions.test.ts'), QUESTIONS);
  writeFileSync(join(copy, 'vitest.config.ts'), VITEST);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a package's command in the copy; its output, also where it failed. */
async function inCopy(command: string, ...parameters: string[]): Promise<string> {
  const script = join(PROJECT_ROOT, 'node_modules', command);
  const ended = promisify(execFile)(process.execPath, [script, ...parameters], { cwd: copy });
  const { stdout, stderr } = outputs.parse(await ended.catch((error: unknown) => error));
  return stdout + stderr;
}

describe('an add-on that is a new folder, and nothing else', () => {
  it('has two files', () => {
    expect(readdirSync(join(copy, 'src/addons/toy')).sort()).toEqual(['run.ts', 'schema.ts']);
  });

  it('keeps the import rules', async () => {
    const { modules, violations } = await cruiseImports(copy);
    expect(modules).toContain('src/addons/toy/schema.ts');
    expect(violations.filter(({ from }) => from.startsWith('src/addons/toy/'))).toEqual([]);
  });

  it('is in the request, the description, the run, the options and the result view', async () => {
    const report = await inCopy('vitest/vitest.mjs', 'run', '--reporter=json');
    const start = report.indexOf('{"numTotalTestSuites"');
    expect(start, report).not.toBe(-1);
    const { testResults } = testReport.parse(JSON.parse(report.slice(start, report.lastIndexOf('}') + 1)));
    const answers = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(testResults.map(({ message }) => message).filter(Boolean)).toEqual([]);
    expect(answers.flatMap(({ failureMessages }) => failureMessages)).toEqual([]);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill('passed'));
  });
});
