import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { FakeHub } from '../browser/models/fake-hub.ts';
import type { HubScenarioState } from '../browser/models/hub-scenario.ts';
import { caseRows } from '../runner/case-rows.ts';
import { isThorough } from '../runner/thorough.ts';
import { ADDON_QUESTIONS } from './addon-questions.ts';
import { applyEdit, ProjectCopy, stepsOf } from './guide.ts';

/**
 * Each guide is followed as it is written, one after the other in one copy of the project: files are created, edits applied, commands
 * run. A command that fails fails the guide.
 */
let copy: ProjectCopy;

/** Follows a guide; the output of its commands, by command. The same command of a later guide is run again. */
async function follow(page: string, env?: Record<string, string>): Promise<Map<string, string>> {
  const outputs = new Map<string, string>();
  for (const step of stepsOf(page)) {
    const output = await copy.follow(step, env);
    if (step.kind === 'command') outputs.set(step.line, output);
  }
  return outputs;
}

const LANGUAGE_QUESTION = `
import { expect, it } from 'vitest';
import { catalogueOf } from './src/ui/texts/catalogues.ts';
import { interfaceText, LANGUAGES, takeTextsFrom } from './src/ui/texts/texts.ts';

it('is shown, and English where it has no text', async () => {
  expect(LANGUAGES).toContain('pt');
  const catalogue = await catalogueOf('pt');
  takeTextsFrom(() => ({ language: 'pt', catalogue }));
  expect([interfaceText('Settings'), interfaceText('Delete')]).toEqual(['Definições', 'Delete']);
});
`;

/** Components are rendered on the server. */
const CONFIGURATION = `
import { svelte } from '@sveltejs/vite-plugin-svelte';
export default { plugins: [svelte()], test: { include: ['questions.test.ts'], environment: 'node' } };
`;

/** Runs tests in the copy, beside its own. */
async function ask(questions: string): Promise<string> {
  copy.write('questions.test.ts', questions);
  copy.write('questions.config.ts', CONFIGURATION);
  const output = await copy.run('npx vitest run --config questions.config.ts');
  await copy.run('rm questions.*');
  return output;
}

const GUIDES = caseRows<string>(import.meta.url, 'guides');

describe('the guides', () => {
  it('name files and lines that are there, one guide after the other', () => {
    const edited = new Map<string, string>();
    for (const step of GUIDES.flatMap(stepsOf)) {
      if (step.kind === 'file') edited.set(step.path, step.content);
      if (step.kind !== 'edit') continue;
      const text = edited.get(step.path) ?? readFileSync(join(PROJECT_ROOT, step.path), 'utf8');
      edited.set(step.path, applyEdit(text, step.change));
    }
    expect(edited.size).toBeGreaterThan(10);
  });
});

/** Commands of a whole project take their time on a busy machine. */
const patience = { timeout: 300_000 };

// Every night: their commands repeat most stages of `npm test`.
describe.runIf(isThorough)('the guide to', patience, () => {
  beforeAll(() => {
    copy = new ProjectCopy();
  });
  afterAll(() => copy.remove());

  it('an add-on adds a folder, which is in the request, the description, the run, the options and the results', async () => {
    const outputs = await follow('docs/adding-an-add-on.md');
    expect(outputs.get('npm run check:imports')).toMatch(/Imports of \d{4} files keep the rules/);
    expect(JSON.parse(copy.read('src/ui/texts/texts-de.json'))).toHaveProperty(['Greet the speakers'], '');
    expect(await ask(ADDON_QUESTIONS)).toMatch(/Tests +5 passed/);
  });

  it('an export format adds one that all tests of formats hold', async () => {
    const outputs = await follow('docs/adding-a-format.md');
    expect(
      outputs.get('npx vitest run --project unit src/document/formats src/document/serialize.test.ts'),
    ).toContain('Test Files');
    expect(await copy.run('npx tsx src/cli/transcribe.ts --help')).toMatch(/csv, tsv, rttm/);
  });

  it('a model adds one that is locked, imported and in the manifest', async () => {
    const hub = new FakeHub();
    try {
      const address = await hub.start();
      const model = stepsOf('docs/adding-a-model.md').find(({ kind }) => kind === 'edit');
      const change = model?.kind === 'edit' ? model.change : '';
      const paths = [...change.matchAll(/"path": "([^"]+)"/g)].map(([, path = '']) => path);
      const files = Object.fromEntries(paths.map((path, index) => [path, 100_000 + index]));
      const { base }: HubScenarioState = await (
        await fetch(`${address}/scenarios`, {
          method: 'POST',
          body: JSON.stringify({ files, describes: true }),
        })
      ).json();
      for (const path of paths) {
        const file = await fetch(`${base}/earshot/whisper-toy/resolve/main/${path}`);
        copy.write(`../downloads/whisper-toy/${path}`, new Uint8Array(await file.arrayBuffer()));
      }
      const before = copy.read('models-manifest/models.json');
      const outputs = await follow('docs/adding-a-model.md', { HF_ENDPOINT: base });
      expect(outputs.get('npm run models -- lock --only whisper-toy')).toContain('3 files locked');
      expect(copy.read('public/models/whisper-toy/config.json').length).toBeGreaterThan(0);
      // All other entries are as they were.
      const others = ({ models }: { models: { id: string }[] }) =>
        models.filter(({ id }) => id !== 'whisper-toy');
      const after = JSON.parse(copy.read('models-manifest/models.json'));
      expect(others(after)).toEqual(others(JSON.parse(before)));
      expect(after.models).toHaveLength(others(after).length + 1);
    } finally {
      await hub.stop();
    }
  });

  it('a language adds one, which shows what is not translated in English', async () => {
    const outputs = await follow('docs/adding-a-language.md');
    expect(outputs.get('npm run texts')).toMatch(/texts-pt\.json: [\d.]+%, 1 of \d+ texts/);
    expect(await ask(LANGUAGE_QUESTION)).toMatch(/Tests +1 passed/);
  });

  // Last: it concerns what all four have added.
  it('each leave types and lint as every change must', async () => {
    await copy.run('npm run check:types && npm run check:lint');
  });
});

describe('an edit of a guide', () => {
  it('replaces the lines that it shows', () => {
    expect(applyEdit('a\nb\nc\nd\n', ' a\n+x\n-b\n@@\n d\n+e\n')).toBe('a\nx\nc\nd\ne\n');
  });

  it.each([
    ['nowhere', 'a\n', ' b\n+c\n'],
    ['twice', 'a\na\n', ' a\n+c\n'],
  ])('is refused where its lines are %s', (where, text, change) => {
    expect(() => applyEdit(text, change)).toThrow(where);
  });
});
