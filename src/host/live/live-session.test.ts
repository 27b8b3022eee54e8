import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabase, room } from '../../../tests/fakes/empty-database.ts';
import { storedLiveSession } from '../../../tests/fakes/live-session.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { type LiveMessage, liveMessage } from '../../contract/live/live-message.ts';
import type { LiveToHost, LiveToSocket } from '../../contract/realms/live-connection.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { LiveUpdate } from '../../realms/live/shared/api.ts';
import { getVersion, listVersions } from '../../storage/corrections/corrected-store.ts';
import { getJob } from '../../storage/jobs/job-store.ts';
import { liveMessages, noteArrival } from '../../storage/live/live-store.ts';
import {
  type ArrivalRecord,
  deleteArrival,
  listArrivals,
  newArrival,
  readArrival,
} from '../../storage/recordings/arrival-store.ts';
import { LiveSession } from './live-session.ts';

beforeEach(emptyDatabase);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A session whose recogniser writes down what it gets, and says what a test has it say. */
async function start(
  request: unknown = {},
  {
    arrival,
    sent = [],
    mostSeconds = null,
    model = true,
    finish = async () => undefined,
  }: {
    arrival?: ArrivalRecord;
    sent?: LiveMessage[];
    mostSeconds?: number | null;
    model?: boolean;
    finish?: () => Promise<void>;
  } = {},
) {
  const pushed: Float32Array[][] = [];
  let say: (update: LiveUpdate) => void = () => undefined;
  const session = await storedLiveSession(request);
  const sound = arrival ?? newArrival('recorded', { filename: 'live.wav', type: 'audio/wav' });
  await noteArrival(session.id, sound.id);
  const live = new LiveSession(
    { session, arrival: sound, sent, mostSeconds },
    {
      startSpeech: async (_, onUpdate) => {
        say = onUpdate;
        if (!model) return { missing: msg`No model is installed.` };
        return {
          speech: {
            ready: Promise.resolve(),
            push: (channels) => pushed.push(channels),
            finish,
            end: () => undefined,
          },
        };
      },
    },
  );
  const connect = (acknowledged: number | null = null) => {
    const { port1, port2 } = new MessageChannel();
    const messages: LiveMessage[] = [];
    let closed: number | null = null;
    port1.onmessage = ({ data }: MessageEvent<LiveToSocket>) => {
      if ('data' in data) messages.push(liveMessage.parse(JSON.parse(data.data)));
      if ('close' in data) closed = data.close;
    };
    live.attach(port2, acknowledged);
    live.start();
    return {
      messages,
      of: <Type extends LiveMessage['type']>(type: Type) =>
        messages.filter((one): one is Extract<LiveMessage, { type: Type }> => one.type === type),
      closed: () => closed,
      send: (message: LiveToHost) => port1.postMessage(message),
      frame: (bytes: number[] | Uint8Array<ArrayBuffer>) =>
        port1.postMessage({ data: Uint8Array.from(bytes) }),
      drop: () => {
        port1.close();
        live.lose(port2);
      },
    };
  };
  return { session, live, connect, pushed, say: (update: LiveUpdate) => say(update) };
}

const bytesOf = async (live: LiveSession) =>
  new Uint8Array(await (await readArrival(live.arrival)).arrayBuffer());
const all = { messages_config: { receive_lifecycle_events: true, receive_partial_transcripts: true } };

describe('sounds', () => {
  const heard = (kind: string, isOver: boolean, confidence = 0.8): LiveUpdate => ({
    type: 'sound',
    id: `0_${kind}`,
    sound: { kind, start: 1.2344, end: 2.5, confidence },
    isOver,
  });

  it('are sent when they begin and when they are over, as far as they are asked for', async () => {
    const config = { kinds: ['music', 'dog'], min_confidence: 0.5 };
    const { connect, say } = await start({
      realtime_processing: { sound_events: true, sound_events_config: config },
    });
    const { of } = connect();
    say(heard('music', false));
    say(heard('music', true));
    say(heard('unspoken music', true));
    say(heard('applause', true));
    say(heard('dog', true, 0.4));
    await expect
      .poll(() => of('sound_event').map(({ data }) => data))
      .toEqual([
        { id: '0_0_music', kind: 'music', start: 1.234, end: 2.5, confidence: 0.8, is_final: false },
        { id: '0_0_music', kind: 'music', start: 1.234, end: 2.5, confidence: 0.8, is_final: true },
      ]);
  });
});

describe('sound', () => {
  it('is acknowledged once it is stored, and recognised after that', async () => {
    const { connect, live, pushed } = await start(all);
    const socket = connect();
    socket.frame(new Uint8Array(8000).fill(7));
    await expect.poll(() => socket.of('audio_chunk').length).toBe(1);
    expect((await listArrivals())[0]?.bytes).toBe(44 + 8000);
    expect(socket.of('audio_chunk')[0]).toMatchObject({
      acknowledged: true,
      error: null,
      data: { byte_range: [0, 8000], time_range: [0, 0.25] },
    });
    await expect.poll(() => pushed.flat().length).toBe(1);
    expect(pushed[0]?.[0]).toHaveLength(4000);
    expect(socket.messages[0]?.type).toBe('start_session');
    expect([...(await bytesOf(live)).slice(-1)]).toEqual([7]);
  });

  it.each(caseRows<[string, number, number]>(import.meta.url, 'framesOddLength'))(
    'in frames of odd length loses nothing: %s, %d bits, %d channels',
    async (encoding, bit_depth, channels) => {
      const { connect, pushed, live } = await start({ encoding, bit_depth, channels });
      const socket = connect();
      const bytes = Uint8Array.from({ length: 5040 }, (_, at) => at % 251);
      for (let at = 0; at < bytes.length; at += 7) socket.frame(bytes.slice(at, at + 7));
      socket.send({ data: JSON.stringify({ type: 'stop_recording' }) });
      await expect.poll(() => socket.closed()).toBe(1000);
      const frames = 5040 / ((bit_depth / 8) * channels);
      expect(pushed.reduce((sum, [first]) => sum + (first?.length ?? 0), 0)).toBe(frames);
      expect((await getJob(live.id))?.file?.audio_duration).toBeCloseTo(frames / 16000);
    },
  );

  it('comes as text frames, too; what is no action is told and ends nothing', async () => {
    const { connect } = await start();
    const socket = connect();
    socket.send({ data: JSON.stringify({ type: 'audio_chunk', data: { chunk: btoa('abcd') } }) });
    socket.send({ data: 'hello' });
    socket.send({ data: JSON.stringify({ type: 'audio_chunk', data: { chunk: '%%' } }) });
    await expect.poll(() => socket.of('audio_chunk').length).toBe(1);
    expect(socket.of('error')).toHaveLength(2);
    expect(socket.closed()).toBe(null);
  });

  it('that was acknowledged is not taken again after a lost connection, and what was not is', async () => {
    const { connect, live } = await start();
    const first = connect();
    first.frame(new Uint8Array(9000).fill(1));
    await expect.poll(() => first.of('audio_chunk').length).toBe(1);
    first.frame(new Uint8Array(100).fill(2));
    await expect.poll(() => live.arrival.bytes).toBe(44 + 9100);
    first.drop();
    // The client saw the first acknowledgment alone.
    const second = connect(9000);
    second.frame(new Uint8Array(300).fill(2));
    await expect.poll(() => second.of('audio_chunk').at(-1)?.data?.byte_range).toEqual([9000, 9300]);
    const bytes = (await bytesOf(live)).slice(44);
    expect(bytes).toHaveLength(9300);
    expect(bytes.filter((one) => one === 2)).toHaveLength(300);
  });

  it('goes on over another socket, which closes the first one with 4409', async () => {
    const { connect, live } = await start();
    const first = connect();
    first.frame(new Uint8Array(9000).fill(1));
    await expect.poll(() => first.of('audio_chunk').length).toBe(1);
    const second = connect(9000);
    await expect.poll(() => first.closed()).toBe(4409);
    first.frame(new Uint8Array(500).fill(3));
    second.frame(new Uint8Array(300).fill(2));
    await expect.poll(() => second.of('audio_chunk').at(-1)?.data?.byte_range).toEqual([9000, 9300]);
    expect(second.closed()).toBe(null);
    expect((await bytesOf(live)).slice(44)).toHaveLength(9300);
  });

  it('goes on where another page was closed, with the numbers and times behind its own', async () => {
    const before = await start(all);
    const socket = before.connect();
    socket.frame(new Uint8Array(32_000).fill(1));
    await expect.poll(() => socket.of('audio_chunk').length).toBe(1);
    before.say({ type: 'text', channel: 0, text: text('one', 0, true) });
    await expect.poll(() => socket.of('transcript').length).toBe(1);
    // It has not ended, and keeps its number.
    before.say({ type: 'text', channel: 0, text: text('open', 1, false) });
    await expect.poll(() => socket.of('transcript').at(-1)?.data.id).toBe('00_00000001');
    const stored = () => liveMessages(before.live.id);
    await expect.poll(async () => (await stored()).some((one) => one.includes('"transcript"'))).toBe(true);
    const sent = (await stored()).map((one) => liveMessage.parse(JSON.parse(one)));
    const after = await start(all, { arrival: before.live.arrival, sent });
    const next = after.connect(32_000);
    next.frame(new Uint8Array(8_000).fill(1));
    await expect.poll(() => next.of('audio_chunk')[0]?.data?.byte_range).toEqual([32_000, 40_000]);
    after.say({ type: 'text', channel: 0, text: text('two', 0, false) });
    await expect.poll(() => next.of('transcript').length).toBe(1);
    expect(next.of('start_session')).toEqual([]);
    expect(next.of('transcript')[0]?.data).toMatchObject({
      id: '00_00000002',
      utterance: { start: 1.5, end: 2, settled_words: 1 },
    });
  });

  it('without room stays in memory, is still recognised, and is stored as soon as there is', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { connect, live, pushed } = await start();
    const socket = connect();
    const put = failPieces();
    socket.frame(new Uint8Array(8000).fill(1));
    await expect.poll(() => pushed.length).toBe(1);
    await expect.poll(() => socket.of('error').length).toBe(1);
    expect(socket.of('audio_chunk')).toEqual([]);
    put.mockRestore();
    Object.assign(room, { usage: 0 });
    vi.advanceTimersByTime(60_000);
    socket.frame(new Uint8Array(8000).fill(1));
    await expect.poll(() => socket.of('audio_chunk').length).toBe(2);
    expect(live.arrival.bytes).toBe(44 + 16_000);
    await expect.poll(() => pushed.reduce((sum, [first]) => sum + (first?.length ?? 0), 0)).toBe(8000);
  });
});

/** The browser has no room for sound. */
function failPieces() {
  const { put } = IDBObjectStore.prototype;
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function fail(
    this: IDBObjectStore,
    ...given
  ) {
    if (this.name === 'arrivals') throw new DOMException('full', 'QuotaExceededError');
    return Reflect.apply(put, this, given);
  });
}

const text = (word: string, utterance: number, isFinal: boolean) => ({
  utterance,
  language: 'en',
  languageConfidence: 1,
  settled: [{ word: ` ${word}`, start: 0.5, end: 1, confidence: 0.876 }],
  unsettled: [],
  isFinal,
});

describe('words', () => {
  it('are spelled as asked once their utterance has ended', async () => {
    const spelling_dictionary = { GitHub: ['git hub'] };
    const { connect, say } = await start({
      ...all,
      realtime_processing: { custom_spelling: true, custom_spelling_config: { spelling_dictionary } },
    });
    const socket = connect();
    await expect.poll(() => socket.messages.length).toBe(2);
    const words = [...text('git', 0, false).settled, { word: ' hub', start: 1, end: 1.2, confidence: 0.9 }];
    say({ type: 'text', channel: 0, text: { ...text('git', 0, false), unsettled: words.slice(1) } });
    say({ type: 'text', channel: 0, text: { ...text('git', 0, true), settled: words } });
    await expect.poll(() => socket.of('transcript').length).toBe(2);
    const texts = socket.of('transcript').map(({ data }) => data.utterance.text);
    expect(texts).toEqual([' git hub', ' GitHub']);
  });

  it('are partial until their utterance ends, under one id; speech has its events', async () => {
    const { connect, say } = await start(all);
    const socket = connect();
    await expect.poll(() => socket.messages.length).toBe(2);
    say({ type: 'speech-start', channel: 0, time: 0.4 });
    say({
      type: 'text',
      channel: 0,
      text: {
        ...text('hello', 3, false),
        unsettled: [{ word: ' you', start: 1, end: 1.2, confidence: 0.5 }],
      },
    });
    say({ type: 'text', channel: 0, text: text('hello', 3, true) });
    say({ type: 'speech-end', channel: 0, time: 1.3 });
    await expect.poll(() => socket.of('speech_end').length).toBe(1);
    const [partial, final] = socket.of('transcript');
    expect(partial?.data).toMatchObject({
      id: '00_00000003',
      is_final: false,
      utterance: { text: ' hello you', settled_words: 1 },
    });
    expect(final?.data).toMatchObject({
      id: '00_00000003',
      is_final: true,
      utterance: { text: ' hello', confidence: 0.88 },
    });
    expect(final?.data.utterance).not.toHaveProperty('settled_words');
  });

  it('end in an error where the browser deleted the sound, and nothing came after it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { connect, live, session } = await start(all);
    const socket = connect();
    socket.frame(new Uint8Array(8000).fill(7));
    await expect.poll(() => socket.of('audio_chunk').length).toBe(1);
    await deleteArrival(live.arrival.id);
    socket.send({ data: JSON.stringify({ type: 'stop_recording' }) });
    await expect.poll(() => socket.closed()).toBe(1011);
    expect(socket.of('error').at(-1)?.error.message).toContain(
      'The browser deleted what was recorded so far.',
    );
    expect(await getJob(session.id)).toBeNull();
  });

  it.each([
    ['recognition fails at the end', () => Promise.reject(new Error('It failed.')), {}],
    ['the last words are not waited for', () => new Promise<void>(() => undefined), { at_once: true }],
  ])('are all in the text where %s', async (_, finish, how) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { connect, say, session } = await start(all, { finish });
    const socket = connect();
    await expect.poll(() => socket.messages.length).toBe(2);
    socket.frame(new Uint8Array(8000).fill(7));
    await expect.poll(() => socket.of('audio_chunk').length).toBe(1);
    say({ type: 'text', channel: 0, text: text('hello', 0, true) });
    const unsettled = [{ word: ' you', start: 2, end: 2.2, confidence: 0.5 }];
    say({ type: 'text', channel: 0, text: { ...text('and', 1, false), unsettled } });
    await expect.poll(() => socket.of('transcript').length).toBe(2);
    socket.send({ data: JSON.stringify({ type: 'stop_recording' }) });
    socket.send({ data: JSON.stringify({ type: 'stop_recording', ...how }) });
    await expect.poll(() => socket.closed()).toBe(1000);
    expect(socket.of('transcript').at(-1)?.data).toMatchObject({
      id: '00_00000001',
      is_final: true,
      utterance: { text: ' and you' },
    });
    const [version] = await listVersions(session.id);
    const kept = await getVersion(session.id, version?.number ?? 0);
    expect(kept?.paragraphs.flatMap(({ words }) => words.map(({ word }) => word.trim()))).toEqual([
      'hello',
      'and',
      'you',
    ]);
  });

  it('are sent only where they are wanted', async () => {
    const { connect, say } = await start({ messages_config: { receive_speech_events: false } });
    const socket = connect();
    await Promise.resolve();
    await expect
      .poll(() => {
        say({ type: 'speech-start', channel: 0, time: 0 });
        say({ type: 'text', channel: 0, text: text('a', 0, false) });
        say({ type: 'text', channel: 0, text: text('a', 0, true) });
        return socket.messages.length;
      })
      .toBeGreaterThan(0);
    expect(new Set(socket.messages.map(({ type }) => type))).toEqual(new Set(['transcript']));
    expect(socket.of('transcript').every(({ data }) => data.is_final)).toBe(true);
  });

  it('that found no socket are sent to the next one', async () => {
    const { connect, say } = await start(all);
    const first = connect();
    await expect.poll(() => first.messages.length).toBe(2);
    first.drop();
    say({ type: 'text', channel: 0, text: text('late', 0, true) });
    const second = connect();
    await expect.poll(() => second.of('transcript').length).toBe(1);
    expect(second.of('start_session')).toEqual([]);
  });

  it('are not recognised without a model; the sound is stored, and the reason is told', async () => {
    const { connect, live } = await start({}, { model: false });
    const socket = connect();
    socket.frame(new Uint8Array(8000));
    socket.send({ data: JSON.stringify({ type: 'stop_recording' }) });
    await expect.poll(() => socket.closed()).toBe(1000);
    expect(socket.of('error')[0]?.error.message).toMatch(/No model is installed.*sound is stored/);
    expect(await getJob(live.id)).toMatchObject({ status: 'queued', live: { channels: 1 } });
  });
});

describe('the end', () => {
  it.each([['stop_recording'], ['a close with 1000']])(
    'comes with %s: the session becomes a job, and its text a version',
    async (way) => {
      const { connect, say, live } = await start(all);
      const socket = connect();
      socket.frame(new Uint8Array(32_000));
      await expect.poll(() => socket.of('audio_chunk').length).toBe(1);
      say({ type: 'text', channel: 0, text: text('done', 0, true) });
      if (way === 'stop_recording') {
        socket.send({ data: JSON.stringify({ type: 'stop_recording' }) });
        await expect.poll(() => socket.closed()).toBe(1000);
        expect(socket.of('stop_recording')[0]?.data).toMatchObject({ recording_duration: 1 });
        expect(socket.messages.slice(-2).map(({ type }) => type)).toEqual(['end_recording', 'end_session']);
      } else socket.send({ close: 1000, reason: '' });
      await expect.poll(() => getJob(live.id)).toMatchObject({ file: { audio_duration: 1 } });
      await expect.poll(() => live.isOver).toBe(true);
      expect(await listArrivals()).toEqual([]);
      expect((await liveMessages(live.id)).map((one) => JSON.parse(one).type)).toContain('end_recording');
      const sound = socket.of('audio_chunk').length;
      expect(sound).toBe(1);
    },
  );

  it('comes by itself after the longest duration', async () => {
    const { connect, live } = await start({}, { mostSeconds: 1 });
    const socket = connect();
    socket.frame(new Uint8Array(40_000));
    await expect.poll(() => socket.closed()).toBe(1000);
    expect(socket.of('error')[0]?.error.message).toMatch(/longest duration/);
    expect((await getJob(live.id))?.file?.audio_duration).toBe(1.25);
  });

  it('comes by itself after a day where the settings allow more', async () => {
    const arrival = newArrival('recorded', { filename: 'live.wav', type: 'audio/wav' });
    arrival.bytes = 44 + 32_000 * (86_400 - 1);
    const { connect } = await start({}, { arrival, mostSeconds: 90_000 });
    const socket = connect();
    socket.frame(new Uint8Array(16_000));
    await expect.poll(() => socket.of('audio_chunk').length).toBe(1);
    expect(socket.of('error')).toEqual([]);
    socket.frame(new Uint8Array(32_000));
    await expect.poll(() => socket.of('error')[0]?.error.message).toMatch(/longest duration/);
    await expect.poll(() => socket.closed()).not.toBe(null);
  });

  it('refuses sound that comes after it', async () => {
    const { connect } = await start();
    const socket = connect();
    socket.send({ data: JSON.stringify({ type: 'stop_recording' }) });
    socket.frame([1, 2]);
    await expect.poll(() => socket.closed()).toBe(1000);
    expect(socket.of('audio_chunk')).toMatchObject([{ acknowledged: false, data: null }]);
  });
});
