import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleOf, localKey } from '../../../tests/fakes/local-signature.ts';
import { THOROUGH_TAG } from '../../../tests/runner/thorough.ts';
import { INTEGRITY_FILE, SIGNATURE_FILE } from '../../contract/realms/integrity-list.ts';
import { writeIntegrityList } from '../build/write-integrity-list.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { portOfServer } from '../server/serve-folder.ts';
import { zipped } from '../zip-files.ts';

/** A loaded machine takes long to start Node. */
const SLOW_MS = 120_000;
const PAGE = '<!doctype html><p>Earshot</p>';
let folder = '';
const at = (...parts: string[]) => join(folder, ...parts);

/** The page of a release, in the place of GitHub. */
const host = createServer(async (request, response) => {
  const list = readFileSync(at('signed', INTEGRITY_FILE));
  const files: Record<string, string | Uint8Array> = {
    [`v0.2.0/earshot-0.2.0.${INTEGRITY_FILE}`]: list,
    [`v0.2.0/earshot-0.2.0.${SIGNATURE_FILE}`]: bundleOf(list),
    'v0.2.0/earshot-0.2.0.zip': await zipped([['index.html', Buffer.from(PAGE)]]),
    [`v0.3.0/earshot-0.3.0.${INTEGRITY_FILE}`]: list,
    [`v0.3.0/earshot-0.3.0.${SIGNATURE_FILE}`]: bundleOf(list),
  };
  const file = files[request.url?.split('/releases/download/')[1] ?? ''];
  response.writeHead(file === undefined ? 404 : 200).end(file);
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-verify-command-'));
  const copy = (name: string) => cpSync(at('signed'), at(name), { recursive: true });
  cpSync(join(PROJECT_ROOT, 'public/icon.svg'), at('signed', 'icon.svg'), { recursive: true });
  writeFileSync(at('signed', 'index.html'), PAGE);
  writeFileSync(at('signed', 'service-worker.js'), 'self.list = self.__EARSHOT_LIST;');
  writeIntegrityList(at('signed'), '0.2.0');
  copy('unsigned');
  const list = readFileSync(at('signed', INTEGRITY_FILE));
  writeFileSync(at('signed', SIGNATURE_FILE), bundleOf(list));
  for (const name of ['changed', 'forged', 'relisted']) copy(name);
  writeFileSync(at('relisted', INTEGRITY_FILE), `${list} `);
  writeFileSync(at('changed', 'index.html'), PAGE.replace('Earshot', 'earshot'));
  writeFileSync(at('forged', SIGNATURE_FILE), bundleOf(Buffer.concat([list, Buffer.from(' ')])));
  writeFileSync(at('key.pem'), localKey);
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  writeFileSync(
    at('host.mjs'),
    `const { fetch } = globalThis;
globalThis.fetch = (address, init) => fetch(String(address).replace('https://github.com', 'http://127.0.0.1:${portOfServer(host)}'), init);`,
  );
});
afterAll(() => {
  host.close();
  rmSync(folder, { recursive: true, force: true });
});

const verify = (...given: string[]): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const loaders = ['tsx', at('host.mjs')].flatMap((module) => ['--import', module]);
    const script = join(PROJECT_ROOT, 'src/cli/verify.ts');
    const child = execFile(
      process.execPath,
      [...loaders, script, ...given],
      { cwd: PROJECT_ROOT },
      (_, out, said) => resolve({ code: child.exitCode ?? -1, text: out + said }),
    );
  });

const RELEASED = ['--repository', 'example/earshot', '--release'];

type Run = [code: number, site: string, options: string[], text: RegExp];

const RUNS: Run[] = [
  [0, 'signed', [], /signed by the given key\n.*signed: 4 same, 0 changed, 0 missing, 0 extra/],
  [2, 'forged', [], /^The signature does not hold: /],
  [1, 'relisted', ['--list', 'LIST'], /^changed {2}integrity\.json: first difference at byte \d+/],
  [
    1,
    'changed',
    [...RELEASED, '0.2.0'],
    /first difference at byte 18: "earshot<\/p>" instead of "Earshot<\/p>"/,
  ],
];
const MORE_RUNS: Run[] = [
  [1, 'changed', [], /changed {2}index\.html: .*\n[\s\S]*3 same, 1 changed/],
  [1, 'unsigned', [], /not signed/],
  [2, 'nowhere', [], /^There is no built app in .*nowhere\.$/m],
  [0, 'unsigned', ['--list', 'LIST'], /signed by you \(--list\)/],
  [0, 'unsigned', [...RELEASED, '0.2.0'], /signed by the given key/],
  [2, 'signed', [...RELEASED, '0.3.0'], /^The list of 0\.3\.0 is of version 0\.2\.0\.$/m],
  [2, 'signed', [...RELEASED, '0.4.0'], /was answered with 404/],
  [2, 'signed', ['--release', '0.2.0', '--list', 'LIST'], /give one of them/],
  [2, 'signed', ['--list', 'LIST', '--key', 'LIST'], /leave --key and --repository out/],
];

const title = 'ends with %i for a %s site %j';

async function run(code: number, name: string, options: string[], text: RegExp): Promise<void> {
  const given = options.map((option) => (option === 'LIST' ? at('signed', INTEGRITY_FILE) : option));
  const key = options.includes('--list') ? [] : ['--key', at('key.pem')];
  const found = await verify(at(name), ...key, ...given);
  expect(found.text).toMatch(text);
  expect(found.code, found.text).toBe(code);
}

it.concurrent.each(RUNS)(title, { timeout: SLOW_MS }, run);
it.concurrent.each(MORE_RUNS)(title, { timeout: SLOW_MS, tags: THOROUGH_TAG }, run);
