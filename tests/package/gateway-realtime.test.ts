import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';

const { url, key } = inject('gateway');
/** 16 bits, 16 kHz, one channel, after the 44 bytes of a WAVE header. */
const SOUND = readFileSync(join(PROJECT_ROOT, 'tests/fixtures/mini/audio/en_hello.wav')).subarray(44);
const HELLO = 'Hello my name is John Smith. Where is the train?';
/** A loaded machine takes long to load its model. */
const LOADED_MS = 300_000;
const COMPLETED = 'conversation.item.input_audio_transcription.completed';

/** The package's own client. It asks for TLS whatever the address says, which a proxy would have: here its connection is plain. */
function open(apiKey = key) {
  const client = new OpenAI({ apiKey, baseURL: `${url}v1` });
  const createConnection = (({ port }: { port?: string | number }) =>
    connect(Number(port), '127.0.0.1')) as typeof connect;
  const realtime = new OpenAIRealtimeWS({ intent: 'transcription', options: { createConnection } }, client);
  const events: RealtimeServerEvent[] = [];
  realtime.on('event', (event) => events.push(event));
  realtime.on('error', () => undefined);
  return { realtime, events };
}

/** As sound of 24 kHz, with two seconds of silence behind it. */
function at24kHz(sound: Buffer): Buffer {
  const samples = new Int16Array(sound.buffer.slice(sound.byteOffset, sound.byteOffset + sound.length));
  const at = (place: number) => samples[Math.min(place, samples.length - 1)] ?? 0;
  const faster = Int16Array.from({ length: Math.floor(samples.length * 1.5) }, (_, place) => {
    const from = Math.floor(place / 1.5);
    return at(from) + (at(from + 1) - at(from)) * (place / 1.5 - from);
  });
  return Buffer.concat([Buffer.from(faster.buffer), Buffer.alloc(96_000)]);
}

function send({ realtime }: ReturnType<typeof open>, sound: Buffer): void {
  // Odd: samples are cut between frames.
  for (let from = 0; from < sound.length; from += 24_001) {
    const audio = sound.subarray(from, from + 24_001).toString('base64');
    realtime.send({ type: 'input_audio_buffer.append', audio });
  }
}

it('the JavaScript package of OpenAI transcribes live, unchanged, and its sound is a recording', {
  timeout: LOADED_MS,
}, async () => {
  const session = open();
  const { realtime, events } = session;
  await once(realtime.socket, 'open');
  const input = { transcription: { model: 'gpt-live-transcribe', language: 'en' }, turn_detection: null };
  const include = ['item.input_audio_transcription.logprobs' as const];
  realtime.send({ type: 'session.update', session: { type: 'transcription', audio: { input }, include } });
  send(session, at24kHz(SOUND));
  realtime.socket.send('{"type":"half');
  realtime.send({ type: 'input_audio_buffer.commit' });
  await expect.poll(() => events.at(-1)?.type, { timeout: 280_000 }).toBe(COMPLETED);
  realtime.close();
  const deltas = events.flatMap((event) =>
    event.type === 'conversation.item.input_audio_transcription.delta' ? [event] : [],
  );
  expect(deltas.map(({ delta }) => delta).join('')).toBe(HELLO);
  expect(deltas[0]?.logprobs?.length).toBeGreaterThan(0);
  expect(events.at(-1)).toMatchObject({ transcript: HELLO });
  expect(events.find(({ type }) => type === 'error')).toMatchObject({ error: { code: 'invalid_json' } });
  const answer = await fetch(`${url}v2/live`, { headers: { 'x-service-key': key } });
  const [{ id }] = (await answer.json()).items;
  const file = await fetch(`${url}v2/live/${id}/file`, { headers: { 'x-service-key': key } });
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(44)
      .equals(at24kHz(SOUND)),
  ).toBe(true);
});

it('pauses divide the sound, with the events of speech', {
  tags: THOROUGH_TAG,
  timeout: LOADED_MS,
}, async () => {
  const session = open();
  const { realtime, events } = session;
  await once(realtime.socket, 'open');
  send(session, at24kHz(SOUND));
  const done = () => events.flatMap((event) => (event.type === COMPLETED ? [event.transcript] : []));
  await expect.poll(() => done().join(' '), { timeout: 280_000 }).toBe(HELLO);
  realtime.close();
  const types = new Set(events.map(({ type }) => type));
  for (const type of ['speech_started', 'speech_stopped', 'committed'])
    expect(types).toContain(`input_audio_buffer.${type}`);
});

it.each([
  [
    'a wrong key',
    'intent=transcription',
    ['realtime', 'openai-insecure-api-key.ek_wrong'],
    'invalid_api_key',
  ],
  ['no key', 'intent=transcription', ['realtime'], 'invalid_api_key'],
  ['a conversation', 'model=gpt-realtime', ['realtime', `openai-insecure-api-key.${key}`], 'invalid_intent'],
])('%s is an error event, and ends the connection', async (_, query, protocols, code) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}v1/realtime?${query}`, protocols);
  const events: RealtimeServerEvent[] = [];
  socket.on('message', (data) => events.push(JSON.parse(String(data))));
  const [closed, reason] = await once(socket, 'close');
  expect([closed, String(reason)]).toEqual([3000, `invalid_request_error.${code}`]);
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: 'invalid_request_error', code } });
});
