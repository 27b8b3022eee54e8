import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readPort } from '../server/run-server.ts';
import { ensureFolder, readGiven, readGivenSettings } from './given-files.ts';
import { sayFailure, sentenceOf } from './say-failure.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-given-'));
  writeFileSync(join(folder, 'file'), '[1]');
  writeFileSync(join(folder, 'bad'), '{');
  writeFileSync(join(folder, 'good'), '{ "keyHeaders": [] }');
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const saidOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return sentenceOf(error).replaceAll(`${folder}/`, '');
  }
  return '';
};

describe('what a command could not do', () => {
  it.each<[string, () => unknown, string]>([
    ['a missing file', () => readFileSync(at('none')), 'none does not exist.'],
    ['a file in place of a folder', () => mkdirSync(at('file')), 'file is not a folder.'],
    ['a folder below a file', () => mkdirSync(at('file/below')), 'file/below is not a folder.'],
    [
      'a disk without space',
      () => fail('ENOSPC', { dest: 'to' }),
      'There is no space left on the disk for to.',
    ],
    ['a file of others', () => fail('EACCES', { path: 'of' }), 'This user has no permission for of.'],
    ['a disk that is read', () => fail('EROFS', { path: 'cd' }), 'cd lies on a disk that cannot be written.'],
    [
      'an unknown option',
      () => parseArgs({ args: ['--bogus'], allowPositionals: true }),
      "Unknown option '--bogus'; --help shows how it is used.",
    ],
    [
      'an option without its value',
      () => parseArgs({ args: ['--port'], options: { port: { type: 'string' } } }),
      "Option '--port <value>' argument missing; --help shows how it is used.",
    ],
    [
      'what the page says',
      () => {
        throw new Error(
          'page.evaluate: AppError: Allow this site to store data.\n    at M (http://x/a.js:2:3)',
        );
      },
      'Allow this site to store data.',
    ],
    [
      'the end of the browser',
      () => {
        throw new Error('page.evaluate: Target page, context or browser has been closed\nCall log:');
      },
      'The browser has ended.',
    ],
  ])('is one sentence for %s', (_, act, sentence) => {
    expect(saidOf(act)).toBe(sentence);
  });

  it('stays as a command said it', () => {
    expect(sentenceOf(new Error('Name one folder.\n\nUsage: …'))).toBe('Name one folder.\n\nUsage: …');
  });
});

describe('what an option names', () => {
  it.each<[string, () => unknown, string]>([
    ['no file', () => readGiven('--ca', at('none')), '--ca: the file none does not exist.'],
    ['a folder', () => readGiven('--ca', folder), `--ca: ${'FOLDER'} is a folder, not a file.`],
    ['no JSON', () => readGivenSettings('--settings', at('bad')), '--settings: bad is not valid JSON.'],
    [
      'a list',
      () => readGivenSettings('--settings', at('file')),
      '--settings: file must contain a JSON object.',
    ],
    ['no folder', () => ensureFolder('--profile', at('file')), '--profile: file is not a folder.'],
    ['a folder in a file', () => ensureFolder('-o', at('file/in')), '-o: file/in is not a folder.'],
  ])('is refused where it is %s', (_, act, sentence) => {
    expect(saidOf(act).replaceAll(folder, 'FOLDER')).toBe(sentence);
  });

  it('is read, or made', () => {
    expect(readGivenSettings('--settings', at('good'))).toBe('{ "keyHeaders": [] }');
    ensureFolder('--profile', at('new/below'));
    expect(saidOf(() => mkdirSync(at('new/below')))).not.toBe('');
  });
});

function fail(code: string, place: object): never {
  throw Object.assign(new Error(`${code}: as the system says it`), { code, ...place });
}

describe('the exit code of a command', () => {
  it.each<[string, () => unknown, number]>([
    ['an option that there is not', () => parseArgs({ args: ['--none'], options: {} }), 2],
    [
      'an option without its value',
      () => parseArgs({ args: ['--port'], options: { port: { type: 'string' } } }),
      2,
    ],
    ['a number that cannot be', () => readPort('many'), 2],
    ['a missing file', () => readFileSync(at('none')), 1],
  ])('of %s', (_, act, expected) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const before = process.exitCode;
    try {
      act();
      expect.unreachable();
    } catch (error) {
      sayFailure(error);
      expect(process.exitCode).toBe(expected);
    } finally {
      process.exitCode = before;
      vi.restoreAllMocks();
    }
  });
});
