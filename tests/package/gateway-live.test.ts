import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';

const gateway = inject('gateway');
const headers = { 'x-service-key': gateway.key };
/** 16 bits, 16 kHz, one channel, after the 44 bytes of a WAVE header. */
const SOUND = readFileSync(join(PROJECT_ROOT, 'tests/fixtures/mini/audio/en_hello.wav')).subarray(44);
const FRAME = 6_401;

interface Message {
  type: string;
  acknowledged?: boolean;
  data?: { byte_range: [number, number] };
}

describe('a live session at the gateway', () => {
  const create = async (): Promise<{ id: string; url: string }> => {
    const answer = await fetch(`${gateway.url}v2/live`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ messages_config: { receive_lifecycle_events: true } }),
    });
    expect(answer.status).toBe(201);
    return answer.json();
  };

  /** A socket with all that came through it. */
  const open = async (url: string) => {
    const socket = new WebSocket(url);
    const messages: Message[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    await once(socket, 'open');
    const acknowledged = () =>
      Math.max(
        0,
        ...messages.map(({ type, data }) => (type === 'audio_chunk' ? (data?.byte_range[1] ?? 0) : 0)),
      );
    return { socket, messages, acknowledged };
  };

  const send = (socket: WebSocket, sound: Buffer) => {
    for (let from = 0; from < sound.length; from += FRAME) socket.send(sound.subarray(from, from + FRAME));
  };

  const soundOf = async (id: string) => {
    const answer = await fetch(`${gateway.url}v2/live/${id}/file`, { headers });
    return Buffer.from(await answer.arrayBuffer()).subarray(44);
  };

  it('takes the sound of a Node client, acknowledges all of it, and ends with the text', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { id, url } = await create();
    expect(url).toContain(gateway.url.replace('http', 'ws'));
    const { socket, messages, acknowledged } = await open(url);
    send(socket, SOUND);
    socket.send('{"type":"stop_recording"}');
    const [code] = await once(socket, 'close');
    expect(code).toBe(1000);
    expect(acknowledged()).toBe(SOUND.length);
    expect(messages.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['start_session', 'transcript', 'post_transcript', 'end_session']),
    );
    const job = await (await fetch(`${gateway.url}v2/pre-recorded/${id}`, { headers })).json();
    expect(job.result.transcription.full_transcript).toBe('Hello my name is John Smith. Where is the train?');
    expect((await soundOf(id)).equals(SOUND)).toBe(true);
  });

  // As in src/host/live/live-session.test.ts, through the gateway.
  it('goes on with another socket where a connection is lost, and takes no sound twice', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { id, url } = await create();
    const first = await open(url);
    send(first.socket, SOUND.subarray(0, 60_000));
    await expect.poll(first.acknowledged).toBe(60_000);
    first.socket.terminate();
    const second = await open(url);
    send(second.socket, SOUND.subarray(first.acknowledged()));
    await expect.poll(second.acknowledged).toBe(SOUND.length);
    second.socket.close(1000);
    await expect
      .poll(async () => (await soundOf(id)).equals(SOUND), { timeout: 30_000, interval: 500 })
      .toBe(true);
  });

  it('closes the socket of an unknown session with 4404', async () => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}v2/live?token=nobody`);
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([4404, expect.stringContaining('does not exist')]);
  });

  it.each([
    ['an origin', 403, '/v2/live?token=x', { origin: 'https://evil.example' }],
    ['no origin, as that of a file', 403, '/v2/live?token=x', { origin: 'null' }],
    ['the mark of another site', 403, '/v2/live?token=x', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['the name of another host', 403, '/v2/live?token=x', { headers: { host: 'evil.example' } }],
    ['another path', 404, '/v2/upload', {}],
  ])('refuses a connection with %s', async (_, status, path, options) => {
    const socket = new WebSocket(new URL(path, gateway.url.replace('http', 'ws')), options);
    const [error] = await once(socket, 'error');
    expect(String(error)).toContain(`Unexpected server response: ${status}`);
  });
});
