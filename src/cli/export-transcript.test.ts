import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PreRecordedJob } from '../contract/jobs/pre-recorded-job.ts';
import { exportTranscript, readExportOptions } from './export-transcript.ts';

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
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
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
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const bytes = new Uint8Array([80, 75, 255]);
    const path = await exportTranscript(
      'a.mp3',
      job,
      readExportOptions({ format: 'docx' }, true),
      async () => bytes,
    );
    expect([path, print.mock.calls]).toEqual([null, [[bytes]]]);
    print.mockRestore();
    expect(readExportOptions({ format: 'docx' }).output).toBe('{{name}}.{{extension}}');
    expect(readExportOptions({ format: 'docx', output: 'x' }, true).output).toBe('x');
  });

  it('gives a page the recording’s address from where it lies', async () => {
    const read = vi.fn(async () => Buffer.from('<!doctype html>'));
    const options = readExportOptions({ format: 'html', output: `${folder}/out/{{name}}` });
    await exportTranscript(join(folder, 'my talk.mp3'), job, options, read);
    expect(read).toHaveBeenCalledWith({ format: 'html', title: 'my talk.mp3', audio: '../my%20talk.mp3' });
    expect(readdirSync(join(folder, 'out'))).toEqual(['my talk.html']);
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
  ])('refuses %j', (given, reason) => expect(() => readExportOptions(given)).toThrow(reason));
});
