import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PreRecordedJob } from '../contract/jobs/pre-recorded-job.ts';
import { exportTranscript, readExportOptions, tryFolder, UnwrittenTranscript } from './export-transcript.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const job = {
  id: 'abc',
  created_at: '2026-01-31T10:00:00.000Z',
  result: { transcription: { full_transcript: 'Hello.', languages: ['en'] } },
} as unknown as PreRecordedJob;

/** Standard output, on which everything is written. */
const printing = () =>
  vi.spyOn(process.stdout, 'write').mockImplementation((_text, ...given: unknown[]) => {
    for (const done of given) if (typeof done === 'function') done();
    return true;
  });

describe('the export of the command line', () => {
  it('writes a Word document beside nothing else, and overwrites nothing', async () => {
    const options = readExportOptions({
      format: 'docx',
      output: `${folder}/{{date}}/{{name}}.{{extension}}`,
    });
    const asked: Record<string, string>[] = [];
    const read = async (query: Record<string, string>) => {
      asked.push(query);
      return new Uint8Array([1, 2, 255]);
    };
    const paths = [1, 2].map(() => exportTranscript('../a/talk.v1.mp3', job, options, read));
    const [first, second] = [await paths[0], await paths[1]];
    expect([first, second]).toEqual(
      ['talk.v1.docx', 'talk.v1 (2).docx'].map((name) => join(folder, '2026-01-31', name)),
    );
    expect([...readFileSync(first ?? '')]).toEqual([1, 2, 255]);
    expect(asked[0]).toEqual({ format: 'docx', title: 'talk.v1.mp3' });
  });

  it('prints texts, and the job’s own without asking the service', async () => {
    const print = printing();
    const read = vi.fn(async () => Buffer.from('1\n00:00'));
    await exportTranscript('a.mp3', job, readExportOptions({ format: 'txt' }), read);
    await exportTranscript('a.mp3', job, readExportOptions({}), read);
    expect(read).not.toHaveBeenCalled();
    await exportTranscript('a.mp3', job, readExportOptions({ format: 'srt' }), read);
    expect(print.mock.calls.map(([text]) => String(text))).toEqual([
      'Hello.\n',
      `${JSON.stringify(job)}\n`,
      '1\n00:00',
    ]);
    print.mockRestore();
  });

  it('prints a Word document where standard output is redirected', async () => {
    const print = printing();
    const bytes = new Uint8Array([80, 75, 255]);
    const path = await exportTranscript(
      'a.mp3',
      job,
      readExportOptions({ format: 'docx' }, true),
      async () => bytes,
    );
    expect([path, print.mock.calls[0]?.[0]]).toEqual([null, bytes]);
    print.mockRestore();
    expect(readExportOptions({ format: 'docx' }).output).toBe('{{name}}.{{extension}}');
    expect(readExportOptions({ format: 'docx', output: 'x' }, true).output).toBe('x');
  });

  it.each([
    [{ format: 'srt', output: 'out/new' }, 'out/new/{{name}}.{{extension}}'],
    [{ format: 'srt', output: 'all.srt' }, 'all.srt'],
    [{ format: 'note', output: 'new' }, 'new/{{date}} {{name}}.{{extension}}', false],
  ])('%j is a folder, also where it is to be made, or a file', (given, output, isMany = true) => {
    expect(readExportOptions(given, false, isMany).output).toBe(output);
  });

  it.each([
    ['a folder in its place', () => mkdirSync(join(folder, 'talk.txt'))],
    ['a link to no file', () => symlinkSync(join(folder, 'gone/talk.txt'), join(folder, 'talk.txt'))],
  ])('writes under another name where there is %s', async (_, put) => {
    put();
    const options = readExportOptions({ format: 'txt', output: `${folder}/{{name}}.{{extension}}` });
    const path = await exportTranscript('talk.mp3', job, options, vi.fn());
    expect(path).toBe(join(folder, 'talk (2).txt'));
    expect(readFileSync(path ?? '', 'utf8')).toBe('Hello.\n');
    expect(readdirSync(folder).toSorted()).toEqual(['talk (2).txt', 'talk.txt']);
  });

  it('prints a transcript that cannot be written, and leaves no file of it', async () => {
    const print = printing();
    writeFileSync(join(folder, 'out'), 'no folder');
    const options = readExportOptions({ format: 'txt', output: `${folder}/out/{{name}}.{{extension}}` });
    await expect(exportTranscript('talk.mp3', job, options, vi.fn())).rejects.toThrow(UnwrittenTranscript);
    expect(print.mock.calls.map(([text]) => text)).toEqual(['Hello.\n']);
    print.mockRestore();
    expect(readdirSync(folder)).toEqual(['out']);
  });

  it('says that neither file nor standard output could be written', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC', path: 'jobs.jsonl' });
    const print = vi.spyOn(process.stdout, 'write').mockImplementation((_text, ...given: unknown[]) => {
      for (const done of given) if (typeof done === 'function') done(full);
      return false;
    });
    const exporting = exportTranscript('talk.mp3', job, readExportOptions({ format: 'txt' }), vi.fn());
    await expect(exporting).rejects.toThrow('There is no space left on the disk for jobs.jsonl.');
    print.mockRestore();
  });

  it('tries a folder before the work, and leaves nothing there', () => {
    expect(tryFolder(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
    expect(() => tryFolder(join(folder, 'none'))).toThrow(/^--output: .* does not exist\.$/);
  });

  it.runIf(process.getuid?.() === 0)(
    'goes to standard output where a full disk has no room for it',
    async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
      try {
        expect(tryFolder(folder)).toBe(false);
        const options = readExportOptions({ format: 'txt', output: `${folder}/{{name}}.{{extension}}` });
        expect(await exportTranscript('talk.mp3', job, options, vi.fn())).toBe(join(folder, 'talk.txt'));
        const long = structuredClone(job);
        Object.assign(long.result?.transcription ?? {}, { full_transcript: 'Hello. '.repeat(20_000) });
        const print = printing();
        await expect(exportTranscript('long.mp3', long, options, vi.fn())).rejects.toThrow(
          `There is no space left on the disk for ${folder}/long.txt. The transcript went to standard output.`,
        );
        expect(String(print.mock.calls[0]?.[0])).toHaveLength(140_001);
        print.mockRestore();
        expect(readdirSync(folder)).toEqual(['talk.txt']);
        writeFileSync(join(folder, 'rest'), Buffer.alloc(60 * 1024));
        expect(() => tryFolder(folder)).toThrow(/^--output: There is no space left on the disk for /);
      } finally {
        execFileSync('umount', [folder]);
      }
    },
  );

  it('gives a page the recording’s address from where it lies', async () => {
    const read = vi.fn(async () => Buffer.from('<!doctype html>'));
    const options = readExportOptions({ format: 'html', output: `${folder}/out/{{name}}` });
    await exportTranscript(join(folder, 'my talk.mp3'), job, options, read);
    expect(read).toHaveBeenCalledWith({ format: 'html', title: 'my talk.mp3', audio: '../my%20talk.mp3' });
    expect(readdirSync(join(folder, 'out'))).toEqual(['my talk.html']);
  });

  it.each([
    ['obsidian', '2026-01-31 talk _1_.md', 'talk _1_.mp3', 'talk%20_1_.mp3'],
    ['logseq', 'pages/2026-01-31 talk _1_.md', 'assets/talk _1_.mp3', '../assets/talk%20_1_.mp3'],
  ])('puts a note for %s into a folder, with its recording once', async (format, note, sound, audio) => {
    const source = join(folder, 'talk [1].mp3');
    const vault = join(folder, 'vault');
    mkdirSync(vault);
    writeFileSync(source, 'sound');
    const read = vi.fn(async () => Buffer.from('note'));
    const options = readExportOptions({ format, output: vault });
    const path = await exportTranscript(source, job, options, read);
    expect(read).toHaveBeenCalledWith({ format, names: 'true', title: 'talk [1].mp3', audio });
    expect(path).toBe(join(vault, note));
    expect(readFileSync(join(vault, sound), 'utf8')).toBe('sound');
    await exportTranscript(source, job, options, read);
    expect(readdirSync(join(vault, sound, '..')).filter((name) => name.endsWith('.mp3'))).toHaveLength(1);
  });

  it('leads from a note to the recording itself where it cannot be copied', async () => {
    const say = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const read = vi.fn(async () => Buffer.from('note'));
    const options = readExportOptions({ format: 'note', output: `${folder}/vault/` });
    const path = await exportTranscript(join(folder, 'gone.mp3'), job, options, read);
    expect(read).toHaveBeenCalledWith(expect.objectContaining({ audio: '../gone.mp3' }));
    expect(readFileSync(path ?? '', 'utf8')).toBe('note');
    expect(say).toHaveBeenCalledOnce();
    say.mockRestore();
  });

  it('takes a template as text or as a file', () => {
    writeFileSync(join(folder, 'template.txt'), '{{text}}');
    expect(readExportOptions({ format: 'template', template: join(folder, 'template.txt') }).query).toEqual({
      format: 'template',
      template: '{{text}}',
    });
    expect(readExportOptions({ format: 'txt', timestamps: 'line' }).query).toEqual({
      format: 'txt',
      timestamps: 'line',
    });
  });

  it.each([
    [{ format: 'pdf' }, /--format must be one of json, txt, .*, not pdf/],
    [{ timestamps: 'line' }, /--timestamps needs another --format/],
    [{ format: 'template' }, /needs --template/],
    [{ format: 'template', template: 'missing.txt' }, /neither a template nor a file/],
    [{ format: 'txt', output: '{{nome}}' }, /--output: unknown field "nome"/],
    [{ format: 'edl', 'frame-rate': '26' }, /--frame-rate must be one of/],
    [{ format: 'ass', look: 'blink' }, /--look must be one of/],
    [{ format: 'ass', words: '6' }, /--words must be one of/],
  ])('refuses %j', (given, reason) => expect(() => readExportOptions(given)).toThrow(reason));
});
