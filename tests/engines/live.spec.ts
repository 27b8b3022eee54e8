import { readFileSync } from 'node:fs';
import type { PageInterface } from '../../src/client/api/page-interface.ts';
import { clip } from '../e2e/clips.ts';
// Adds the page's functions to the global scope's type.
import type {} from '../e2e/existing-clients/page.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';

const HELLO = clip('en_hello.wav');
const HEADER_BYTES = 44;
/** Samples of a mono recording of 16 bits. */
const HELLO_SOUND = readFileSync(HELLO.path).subarray(HEADER_BYTES).toString('base64');
const HELLO_RATE = readFileSync(HELLO.path).readUInt32LE(24);
const HELLO_BYTES = readFileSync(HELLO.path).length - HEADER_BYTES;

interface Told {
  type: string;
  acknowledged?: boolean;
  data?: {
    byte_range?: [number, number];
    is_final?: boolean;
    utterance?: { text: string };
    full_transcript?: string;
    recording_duration?: number;
  };
}

interface Session {
  id: string;
  events: string[];
  messages: Told[];
}

interface Spoken {
  sound: string;
  rate: number;
  options: object;
  /** Whether the connection breaks in the middle. */
  drop: boolean;
}

/** A whole session with the unmodified client, made for the address of the hosted service. */
const speak = (engine: BrowserEngine, options: object = {}, { drop = false } = {}): Promise<Session> =>
  engine.run(
    async ({ sound, rate, options, drop }: Spoken) => {
      const { key, ready }: PageInterface = await import(`${location.origin}/earshot.js`);
      Object.assign(globalThis, {
        earshotConfig: {
          baseAddresses: ['https://api.gladia.io'],
          keyHeaders: ['x-gladia-key'],
          models: { 'solaria-1': 'stt-1', 'solaria-3': 'stt-3' },
        },
      });
      await ready();
      await import(`${location.origin}/public-clients.js`);
      const sockets: WebSocket[] = [];
      const { WebSocket: Guarded } = globalThis;
      if (drop) {
        globalThis.WebSocket = new Proxy(Guarded, {
          construct: (target, given) => {
            const socket: WebSocket = Reflect.construct(target, given);
            sockets.push(socket);
            return socket;
          },
        });
      }
      const { GladiaClient } = globalThis.publicClients;
      const client = new GladiaClient({ apiKey: await key() }).liveV2();
      const live = client.startSession({
        model: 'solaria-1',
        sample_rate: rate === 16000 ? 16000 : 8000,
        language_config: { languages: ['en'], code_switching: false },
        messages_config: {
          receive_acknowledgments: true,
          receive_lifecycle_events: true,
          receive_partial_transcripts: true,
        },
        ...options,
      });
      const events: string[] = [];
      const messages: Told[] = [];
      live.on('started', () => events.push('started'));
      const connections = drop ? 2 : 1;
      const connected = new Promise<void>((resolve) => {
        live.on('connected', () => {
          events.push('connected');
          if (events.filter((event) => event === 'connected').length === connections) resolve();
        });
      });
      live.on('ending', () => events.push('ending'));
      live.on('error', (error) => events.push(`error ${error.message}`));
      const ended = new Promise<void>((resolve) => {
        live.on('ended', ({ code }) => {
          events.push(`ended ${code}`);
          resolve();
        });
      });
      live.on('message', (message) => messages.push(JSON.parse(JSON.stringify(message))));
      const bytes = Uint8Array.from(atob(sound), (character) => character.charCodeAt(0));
      const step = 3201;
      for (let at = 0; at < bytes.length; at += step) {
        live.sendAudio(bytes.slice(at, at + step));
        if (drop && at === step * 5) {
          while (messages.every(({ type }) => type !== 'audio_chunk'))
            await new Promise((resolve) => setTimeout(resolve, 20));
          // As a network does: the client gets 1006, without a closing handshake.
          sockets[0]?.close(4000, 'broken');
        }
      }
      // A client that connects once more has no memory of the request to stop.
      await connected;
      live.stopRecording();
      await ended;
      globalThis.WebSocket = Guarded;
      return { id: await live.getSessionId(), events, messages };
    },
    { sound: HELLO_SOUND, rate: HELLO_RATE, options, drop },
  );

const types = ({ messages }: Session) => messages.map(({ type }) => type);

test('feature: live: the SDK’s session runs to its end, and its job has the words', async ({ engine }) => {
  const session = await speak(engine);
  expect(session.events).toEqual(['started', 'connected', 'ending', 'ended 1000']);
  expect(types(session)).toEqual(
    expect.arrayContaining(['start_session', 'start_recording', 'end_recording']),
  );
  expect(types(session).at(-1)).toBe('end_session');
  const chunks = session.messages.filter(({ type }) => type === 'audio_chunk');
  expect(chunks.every(({ acknowledged }) => acknowledged)).toBe(true);
  expect(chunks.at(-1)?.data?.byte_range?.[1]).toBe(HELLO_BYTES);
  const whole = session.messages.find(({ type }) => type === 'post_transcript');
  expect(whole?.data?.full_transcript).toBe(HELLO.text);
});

test('feature: live: a connection that breaks comes back, and no sound is lost or taken twice', {
  tag: THOROUGH,
}, async ({ engine }) => {
  const session = await speak(engine, {}, { drop: true });
  expect(session.events.filter((event) => event === 'connected')).toHaveLength(2);
  expect(session.events.at(-1)).toBe('ended 1000');
  const ends = session.messages.flatMap(({ data }) => data?.byte_range?.[1] ?? []);
  expect(ends).toEqual(ends.toSorted((one, other) => one - other));
  expect(ends.at(-1)).toBe(HELLO_BYTES);
  const stopped = session.messages.find(({ type }) => type === 'stop_recording');
  expect(stopped?.data?.recording_duration).toBeCloseTo(HELLO_BYTES / 2 / HELLO_RATE, 3);
});

test('feature: live: a session that was stopped becomes its job although its page is reloaded at once', async ({
  engine,
}) => {
  const id = await engine.run(
    async ({ sound, rate }: { sound: string; rate: number }) => {
      const { key, ready }: PageInterface = await import(`${location.origin}/earshot.js`);
      await ready();
      const headers = { 'x-service-key': await key(), 'content-type': 'application/json' };
      const body = JSON.stringify({ sample_rate: rate, language_config: { languages: ['en'] } });
      const created = await fetch('/v2/live', { method: 'POST', headers, body });
      const session: { id: string; url: string } = await created.json();
      const socket = new WebSocket(session.url);
      await new Promise((resolve) => {
        socket.onopen = resolve;
      });
      const stopped = new Promise<void>((resolve) => {
        const missing = ['"stop_recording"', ...Array.from({ length: 4 }, () => '"audio_chunk"')];
        socket.onmessage = ({ data }) => {
          const at = missing.findIndex((type) => String(data).includes(type));
          if (at >= 0) missing.splice(at, 1);
          if (missing.length === 0) resolve();
        };
      });
      const bytes = Uint8Array.from(atob(sound), (character) => character.charCodeAt(0));
      // Long enough that the last words are not there at once.
      for (let time = 0; time < 4; time += 1) socket.send(bytes);
      socket.send('{"type":"stop_recording"}');
      await stopped;
      return session.id;
    },
    { sound: HELLO_SOUND, rate: HELLO_RATE },
  );
  await engine.reload();
  const statusOf = (job: string) =>
    engine.run(async (id: string) => {
      const { key, ready }: PageInterface = await import(`${location.origin}/earshot.js`);
      await ready();
      const answer = await fetch(`/v2/live/${id}`, { headers: { 'x-service-key': await key() } });
      const { status, file }: { status: string; file?: { audio_duration: number } } = await answer.json();
      return { status, seconds: file?.audio_duration };
    }, job);
  await expect
    .poll(() => statusOf(id), { timeout: 100_000 })
    .toEqual({ status: 'done', seconds: expect.closeTo((4 * HELLO_BYTES) / 2 / HELLO_RATE, 1) });
});

test('feature: live: the SDK reads, lists, downloads and deletes sessions', { tag: THOROUGH }, async ({
  engine,
}) => {
  const { id } = await speak(engine, { custom_metadata: { of: 'live' } });
  const seen = await engine.run(async (id: string) => {
    const { key }: PageInterface = await import(`${location.origin}/earshot.js`);
    const { GladiaClient } = globalThis.publicClients;
    const client = new GladiaClient({ apiKey: await key() }).liveV2();
    const job = await client.get(id);
    const listed = await client.list({ custom_metadata: { of: 'live' }, status: ['done'] });
    const file = await client.getFile(id);
    const deleted = await client.delete(id);
    const again = await client.get(id).catch((error: unknown) => Reflect.get(Object(error), 'status'));
    return { job, listed: listed.items.map((one) => one.id), bytes: file.byteLength, deleted, again };
  }, id);
  expect(seen.job).toMatchObject({ kind: 'live', status: 'done', request_params: { model: 'solaria-1' } });
  expect(seen.job.result?.transcription?.full_transcript).toBe(HELLO.text);
  expect(seen.job.result?.messages?.map((text: string) => JSON.parse(text).type)).toContain('end_recording');
  expect(seen).toMatchObject({ listed: [id], bytes: HELLO_BYTES + HEADER_BYTES, deleted: true, again: 404 });
});

test('feature: live: words come while they are spoken', { tag: THOROUGH }, async ({ engine }) => {
  const session = await speak(engine, { model: 'solaria-3', post_processing: { allow_draft: true } });
  const transcripts = session.messages.filter(({ type }) => type === 'transcript');
  expect(transcripts.some(({ data }) => data?.is_final)).toBe(true);
  expect(transcripts.every(({ data }) => data?.utterance?.text.startsWith(' '))).toBe(true);
});

test('feature: live: a socket is a WebSocket to whoever looks at it, and others stay native', async ({
  engine,
}) => {
  const seen = await engine.run(async () => {
    const { key, ready }: PageInterface = await import(`${location.origin}/earshot.js`);
    await ready();
    const headers = { 'x-service-key': await key(), 'content-type': 'application/json' };
    const created = await fetch('/v2/live', { method: 'POST', headers, body: '{}' });
    const { id, url } = await created.json();
    const socket = new WebSocket(url);
    const early = socket.readyState;
    const opened = new Promise((resolve) => {
      socket.onopen = () => resolve(socket.readyState);
    });
    const closed = new Promise<CloseEvent>((resolve) => {
      socket.addEventListener('close', resolve);
    });
    const states = [early, await opened];
    socket.close(1000);
    const { code, wasClean } = await closed;
    const unknown = new WebSocket(url.replace(/token=.*/, `token=${crypto.randomUUID()}`));
    const refused = await new Promise<CloseEvent>((resolve) => {
      unknown.onclose = resolve;
    });
    const message = (make: () => unknown) => {
      try {
        make();
        return null;
      } catch (error) {
        return String(error);
      }
    };
    await fetch(`/v2/live/${id}`, { method: 'DELETE', headers });
    return {
      states,
      isSocket: socket instanceof WebSocket,
      constructor: socket.constructor === WebSocket,
      statics: [WebSocket.OPEN, socket.CLOSED],
      closed: { code, wasClean },
      refused: refused.code,
      other: message(() => new WebSocket(`${url.split('/v2/')[0]}/v2/elsewhere`)),
    };
  });
  expect(seen).toMatchObject({
    states: [0, 1],
    isSocket: true,
    constructor: true,
    statics: [1, 3],
    closed: { code: 1000, wasClean: true },
    refused: 4404,
    other: expect.stringContaining('was not sent'),
  });
});
