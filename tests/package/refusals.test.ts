import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { caseRows } from '../runner/case-rows.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { typed } from './typed.ts';

const [bare, whole] = [inject('bare'), inject('whole')];
const SAMPLE = join(PROJECT_ROOT, 'public/demo/speech.flac');

beforeAll(() => {
  for (const folder of [bare, whole]) {
    writeFileSync(join(folder, 'file.txt'), 'words');
    writeFileSync(join(folder, 'list.json'), '[]');
    mkdirSync(join(folder, 'empty'), { recursive: true });
    writeFileSync(join(folder, 'no-browser'), '#!/bin/sh\nexit 1\n');
    chmodSync(join(folder, 'no-browser'), 0o755);
  }
});

// The sentences themselves: src/cli/command/say-failure.test.ts.
describe('what a command cannot do', { tags: THOROUGH_TAG }, () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'refusals'))(
    'is one sentence: earshot %s',
    async (given, sentence) => {
      const { status, errors } = await typed(
        whole,
        `node_modules/.bin/earshot ${given.replace('SAMPLE', SAMPLE)}`,
      );
      expect([status, errors.replaceAll(whole, 'DIR')]).toEqual([1, `${sentence}\n`]);
      expect(readdirSync(whole)).not.toContain('new');
    },
  );

  it('is one sentence where the browser does not start', async () => {
    const line = `CHROMIUM_PATH=${join(whole, 'no-browser')} node_modules/.bin/earshot transcribe '${SAMPLE}' 2>&1 | tail -1`;
    const { output } = await typed(whole, line);
    expect(output.replaceAll(whole, 'DIR')).toBe(
      'The browser DIR/no-browser does not start: set CHROMIUM_PATH to a Chromium that does.\n',
    );
  });
});

describe('earshot transcribe', () => {
  // The profile of its browser has the recording.
  it('leaves nothing behind where it is stopped', { tags: THOROUGH_TAG }, async () => {
    const { output } = await typed(
      whole,
      `mkdir -p temporary; export TMPDIR=$PWD/temporary
node_modules/.bin/earshot transcribe '${SAMPLE}' 2> said & id=$!
until grep -q uploading said; do sleep 0.1; done
kill -TERM $id; wait $id; echo $?; ls temporary | grep earshot`,
    );
    expect(output).toBe('143\n');
  });

  it('says of what cannot be read as a file what it is', { tags: THOROUGH_TAG }, async () => {
    const { errors } = await typed(
      whole,
      "touch none.wav; cat file.txt | node_modules/.bin/earshot transcribe /dev/stdin none.wav --format txt 2>&1 >&2 | grep -v 'sandbox\\|uploading' >&2",
    );
    expect(errors).toBe(
      '/dev/stdin: This is no file on a disk: write the recording to one.\nnone.wav: audio must not be an empty file.\n0 done, 2 failed\n',
    );
  });
});
