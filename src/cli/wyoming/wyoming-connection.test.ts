import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveRequest } from '../../contract/live/live-request.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { portOfServer } from '../server/serve-folder.ts';
import { type Said, serveWyoming } from './wyoming-connection.ts';
import { FrameReader, writeEvent } from './wyoming-frames.ts';

let server: Server;
let client: Socket;
let sessions: { request: LiveRequest; sent: number; ended: string[]; say: (said: Said) => void }[];
let answers: [string, Record<string, unknown>][];
let failure: string | null;
/** Said as soon as there is sound. */
let spoken: Said | null;

beforeEach(async () => {
  [sessions, answers, failure, spoken] = [[], [], null, null];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    void serveWyoming(socket, {
      language: null,
      keeps: false,
      startLive: async (request, onSaid) => {
        if (failure === 'open') throw new Error('Eight sessions are open.');
        const said: Said[] = [];
        const session = {
          request,
          sent: 0,
          ended: [] as string[],
          say: (one: Said) => {
            said.push(one);
            onSaid(one);
          },
        };
        sessions.push(session);
        return {
          send: async (bytes) => {
            if (spoken && session.sent === 0) session.say(spoken);
            session.sent += bytes.length;
          },
          stop: async () => {
            session.ended.push('stopped');
            if (failure === 'stop') throw new Error('No model is installed.');
            return { text: said.map(({ text }) => text).join(' '), language: said[0]?.language ?? null };
          },
          discard: async () => void session.ended.push('discarded'),
        };
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = dial(portOfServer(server), '127.0.0.1');
  const reader = new FrameReader();
  client.on('data', (bytes) => {
    for (const { type, data } of reader.push(Buffer.from(bytes))) answers.push([type, data]);
  });
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
  server.close();
});

const FORMAT = { rate: 16_000, width: 2, channels: 1 };
const START = writeEvent('audio-start', FORMAT);
const STOP = writeEvent('audio-stop', { timestamp: 10 });
const chunk = (bytes: Buffer, format: object = FORMAT) => {
  const data = Buffer.from(JSON.stringify(format));
  const head = { type: 'audio-chunk', data_length: data.length, payload_length: bytes.length };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), data, bytes]);
};
const errors = () => answers.filter(([type]) => type === 'error').map(([, { code }]) => code);

describe('a client of the Wyoming protocol', () => {
  it('sends sound in pieces of any size and gets its text while it is spoken and at the end', async () => {
    const request = writeEvent('transcribe', { language: 'en-GB', transcript_names: ['Ngũgĩ'] });
    const bytes = Buffer.concat([
      request,
      START,
      chunk(Buffer.alloc(500, 10)),
      chunk(Buffer.alloc(301, 123)),
    ]);
    for (let at = 0; at < bytes.length; at += 7) client.write(bytes.subarray(at, at + 7));
    await expect.poll(() => sessions[0]?.sent).toBe(801);
    expect(sessions[0]?.request).toMatchObject({
      ...{ sample_rate: 16_000, bit_depth: 16, channels: 1, model: 'automatic' },
      language_config: { languages: ['en'] },
      realtime_processing: { custom_vocabulary_config: { vocabulary: [{ value: 'Ngũgĩ' }] } },
    });
    sessions[0]?.say({ text: 'Turn on', language: 'en' });
    sessions[0]?.say({ text: 'the light.', language: 'en' });
    client.write(STOP);
    await expect.poll(() => answers.at(-1)?.[0]).toBe('transcript-stop');
    expect(answers).toEqual([
      ['transcript-start', { language: 'en' }],
      ['transcript-chunk', { text: 'Turn on' }],
      ['transcript-chunk', { text: ' the light.' }],
      ['transcript', { text: 'Turn on the light.', language: 'en' }],
      ['transcript-stop', {}],
    ]);
    await expect.poll(() => sessions[0]?.ended).toEqual(['stopped', 'discarded']);
    // The next command on the same connection.
    client.write(Buffer.concat([START, chunk(Buffer.alloc(2)), STOP]));
    await expect.poll(() => answers.at(-2)).toEqual(['transcript', { text: '' }]);
    expect(sessions[1]?.request.language_config).toEqual({ languages: [] });
  });

  it('is the example for Home Assistant, which prints the answer', { timeout: 60_000 }, async () => {
    spoken = { text: 'Where is the train?', language: 'en' };
    const example = join(PROJECT_ROOT, 'examples/wyoming.ts');
    const wav = join(PROJECT_ROOT, 'tests/fixtures/mini/audio/en_hello.wav');
    const child = execFile(process.execPath, ['--import', 'tsx', example, wav, String(portOfServer(server))]);
    const printed: string[] = [];
    child.stdout?.on('data', (text) => printed.push(text));
    const [code] = await once(child, 'exit');
    expect(sessions[0]?.request.language_config).toEqual({ languages: ['en'] });
    expect([code, sessions[0]?.sent]).toEqual([0, statSync(wav).size - 44]);
    expect(printed.join('')).toMatch(/"transcript",[\s\S]*Where is the train\?[\s\S]*"transcript-stop"/);
  });

  it('asks what there is, and for a sign of life; what is unknown is left alone', async () => {
    client.write(
      Buffer.concat([
        writeEvent('select-program', { name: 'earshot' }),
        Buffer.from('{"type":"mic","payload_length":3}\nabc{"type":"describe"}\n'),
        writeEvent('ping', { text: 'x' }),
      ]),
    );
    await expect.poll(() => answers.length).toBe(2);
    const [[type, info] = ['', {}], pong] = answers;
    expect(type).toBe('info');
    expect(info).toMatchObject({ asr: [{ name: 'earshot', supports_transcript_streaming: true }] });
    expect(pong).toEqual(['pong', { text: 'x' }]);
  });

  it.each([
    ['audio before its start', [chunk(Buffer.alloc(2))], 'wrong-order', 0],
    ['an end without a start', [STOP], 'wrong-order', 0],
    ['two starts', [START, START], 'wrong-order', 1],
    ['a request in the middle', [START, writeEvent('transcribe')], 'wrong-order', 1],
    [
      'another format in the middle',
      [START, chunk(Buffer.alloc(2), { ...FORMAT, rate: 8000 })],
      'changed-format',
      1,
    ],
    [
      'a rate that no session takes',
      [writeEvent('audio-start', { ...FORMAT, rate: 22_050 })],
      'invalid-data',
      0,
    ],
    ['no format', [writeEvent('audio-start')], 'invalid-data', 0],
    ['an unknown model', [writeEvent('transcribe', { name: 'base-int8' })], 'unknown-model', 0],
    ['an unknown language', [writeEvent('transcribe', { language: 'tlh' })], 'unknown-language', 0],
  ])(
    'gets an error for %s; its session ends and is kept, and the connection goes on',
    async (_, sent, code, kept) => {
      client.write(Buffer.concat(sent));
      await expect.poll(errors).toEqual([code]);
      expect(sessions.map(({ ended }) => ended)).toEqual(Array(kept).fill(['stopped']));
      client.write(Buffer.concat([START, STOP]));
      await expect.poll(() => answers.at(-1)?.[0]).toBe('transcript-stop');
    },
  );

  it.each([
    ['no JSON', 'GET / HTTP/1.1\r\n\r\n'],
    ['a list', '[]\n'],
    ['a length below zero', '{"type":"audio-chunk","payload_length":-1}\n'],
    ['a payload without end', '{"type":"audio-chunk","payload_length":9999999999}\n'],
    ['data that is no object', '{"type":"describe","data_length":2}\n[]'],
    ['a line without end', 'x'.repeat(70_000)],
  ])('is refused for %s, and its session is kept', async (_, text) => {
    client.write(Buffer.concat([START, chunk(Buffer.alloc(100)), Buffer.from(text)]));
    await once(client, 'end');
    expect(errors()).toEqual(['invalid-message']);
    await expect.poll(() => sessions[0]?.ended).toEqual(['stopped']);
    expect(sessions[0]?.sent).toBe(100);
  });

  it.each([
    ['says so', () => client.end()],
    ['breaks off', () => client.resetAndDestroy()],
  ])('that goes in the middle of a message (%s) leaves its recording', async (_, go) => {
    client.write(Buffer.concat([START, chunk(Buffer.alloc(64)), chunk(Buffer.alloc(64)).subarray(0, 90)]));
    await expect.poll(() => sessions[0]?.sent).toBe(64);
    go();
    await expect.poll(() => sessions[0]?.ended).toEqual(['stopped']);
  });

  it.each([
    ['opened', 'open', 'Eight sessions are open.'],
    ['recognised', 'stop', 'No model is installed.'],
  ])('reads why a session cannot be %s', async (_, what, text) => {
    failure = what;
    client.write(Buffer.concat([START, STOP]));
    await expect.poll(() => answers[0]).toEqual(['error', { text, code: 'failed' }]);
    expect(sessions.flatMap(({ ended }) => ended)).not.toContain('discarded');
  });
});
