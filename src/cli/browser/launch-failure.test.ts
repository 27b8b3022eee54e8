import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { launchFailure } from './launch-failure.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(process.platform === 'linux').each([
  ['#!/bin/sh\nexit 1\n', '.'],
  [
    '#!/bin/sh\necho "error while loading shared libraries: libnss3.so" >&2\nexit 127\n',
    ' (error while loading shared libraries: libnss3.so).',
  ],
])('says in one sentence of what is no browser that it does not start', async (text, said) => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-launch-'));
  const executablePath = join(folder, 'browser');
  writeFileSync(executablePath, text);
  chmodSync(executablePath, 0o755);
  const error: unknown = await chromium
    .launchPersistentContext(join(folder, 'profile'), { executablePath })
    .catch((thrown: unknown) => thrown);
  const { message } = launchFailure(error, 'browser', undefined);
  expect(message).toBe(
    `The browser browser does not start${said.slice(0, -1)}: set CHROMIUM_PATH to a Chromium that does.`,
  );
});

it('says of a profile that is in use whose it is', () => {
  const error = new Error('browserType.launchPersistentContext: Failed to create a ProcessSingleton for …');
  expect(launchFailure(error, 'browser', 'here').message).toBe(
    'The profile here is in use by another gateway or browser.',
  );
});
