import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { portOfServer } from '../server/serve-folder.ts';
import { type ReceivedForm, receiveForm } from './receive-form.ts';

let server: Server;
let folder = '';
let received: ReceivedForm | null = null;
const path = () => join(folder, 'file');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-form-'));
  server = createServer(async (request, response) => {
    received = await receiveForm(request, path());
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const send = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${portOfServer(server)}/`, { method: 'POST', body, headers });

it('has the fields of a form, and its file on the disk', async () => {
  const bytes = new Uint8Array(300_000).map((_, index) => index);
  const form = new FormData();
  form.append('model', 'whisper-1');
  form.append('file', new File([bytes], 'größe.wav'));
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  form.append('file', new File(['another'], 'another.wav'));
  await send(form);
  expect(received).toEqual({
    fields: [
      ['model', 'whisper-1'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
    ],
    file: { name: 'file', filename: 'größe.wav' },
  });
  expect(readFileSync(path()).equals(Buffer.from(bytes))).toBe(true);
});

it.each(caseRows<[string, string, string]>(import.meta.url, 'hasNothing'))(
  'has nothing of %s',
  async (_, body, type) => {
    received = { fields: [], file: null };
    await send(body, { 'content-type': type });
    expect(received).toBeNull();
  },
);

it('makes no file of a form that is cut off once its caller has deleted it', async () => {
  const cutOff = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nwords';
  for (let form = 0; form < 50; form++) {
    const request = Object.assign(Readable.from([Buffer.from(cutOff)]), {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    const name = join(folder, `cut-off-${form}`);
    expect(await receiveForm(request as unknown as IncomingMessage, name)).toBeNull();
    rmSync(name, { force: true });
  }
  // Files are opened in the order in which they were asked for.
  await open(path(), 'w').then((file) => file.close());
  expect(readdirSync(folder).filter((name) => name.startsWith('cut-off'))).toEqual([]);
});
