import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { beforeEach, describe, expect, it } from 'vitest';
import { invalidParameters } from '../../../contract/errors/invalid-parameters.ts';
import type { LiveContent, LiveMessage } from '../../../contract/live/live-message.ts';
import { type LiveRequest, liveRequest } from '../../../contract/live/live-request.ts';
import type { Word } from '../../../contract/transcripts/utterance.ts';
import { toBase64 } from '../../../lib/bytes/base64.ts';
import type { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { LiveOptions } from '../../live/open-live.ts';
import { RealtimeSession } from './realtime-session.ts';

/** A live session of `/v2` that recognises what the test says. */
class Live {
  bytes: number[] = [];
  state: 'open' | 'stopped' | 'stopped at once' | 'left' | 'deleted' = 'open';
  finish: () => void = () => undefined;

  constructor(
    readonly request: LiveRequest,
    readonly options: LiveOptions,
  ) {}

  say(content: LiveContent): void {
    const head = { session_id: crypto.randomUUID(), created_at: new Date().toISOString() };
    this.options.onMessage({ ...head, ...content } as LiveMessage);
  }

  words(
    id: string,
    text: string,
    { settled = Number.POSITIVE_INFINITY, isFinal = false, start = 0 } = {},
  ): void {
    const words: Word[] = text.split(/(?= )/).map((word, at) => {
      return { word, start: start + at, end: start + at + 1, confidence: 0.5 };
    });
    const utterance = {
      start,
      end: start + words.length,
      confidence: 0.5,
      channel: 0,
      words,
      text,
      language: 'en',
    } as const;
    const settled_words = Math.min(settled, words.length);
    const data = { id, is_final: isFinal, utterance: { ...utterance, settled_words } };
    this.say({ type: 'transcript', data });
  }
}

let lives: Live[] = [];
let events: RealtimeServerEvent[] = [];
let refusal: AppError | null = null;

function open(options: Partial<ConstructorParameters<typeof RealtimeSession>[0]> = {}): RealtimeSession {
  return new RealtimeSession(
    { model: null, isFormer: false, ...options },
    {
      send: (event) => events.push(event as RealtimeServerEvent),
      openLive: async (request, options) => {
        if (refusal) throw refusal;
        liveRequest.parse({ ...request, model: 'stt-1' });
        const live = new Live(request, options);
        lives.push(live);
        return {
          id: String(lives.length - 1),
          ended: Promise.resolve(),
          send: (bytes) => live.bytes.push(bytes.length),
          stop: (atOnce) => {
            live.state = atOnce ? 'stopped at once' : 'stopped';
            return new Promise((resolve) => {
              live.finish = resolve;
              if (atOnce) resolve();
            });
          },
          close: () => {
            live.state = 'left';
          },
        };
      },
      discard: async (id) => {
        const live = lives[Number(id)];
        if (live) live.state = 'deleted';
      },
    },
  );
}

const tell = (session: RealtimeSession, event: object) => session.receive(JSON.stringify(event));
const settle = () => new Promise((resolve) => setTimeout(resolve));
const append = async (session: RealtimeSession, seconds: number) => {
  tell(session, { type: 'input_audio_buffer.append', audio: toBase64(new Uint8Array(seconds * 48_000)) });
  await settle();
};
const types = () =>
  events.map(({ type }) => type.replace('conversation.item.input_audio_transcription', 'text'));
const of = <Type extends RealtimeServerEvent['type']>(type: Type) =>
  events.filter((event): event is Extract<RealtimeServerEvent, { type: Type }> => event.type === type);
const lastError = () => of('error').at(-1)?.error;

beforeEach(() => {
  lives = [];
  events = [];
  refusal = null;
});

describe('a session that is divided by pauses', () => {
  it('sends settled words as they come, and an item for each utterance', async () => {
    const session = open();
    tell(session, {
      type: 'session.update',
      session: {
        type: 'transcription',
        audio: { input: { transcription: { model: 'whisper-1', language: 'en' } } },
        include: ['item.input_audio_transcription.logprobs'],
      },
    });
    await append(session, 1);
    const [live] = lives;
    live?.say({ type: 'speech_start', data: { time: 0.5, channel: 0 } });
    live?.words('a', 'Hello my name', { settled: 1 });
    live?.words('a', 'Hello my game', { settled: 2 });
    live?.say({ type: 'speech_end', data: { time: 3, channel: 0 } });
    live?.words('a', 'Hello my name', { isFinal: true });
    live?.say({ type: 'speech_start', data: { time: 4, channel: 0 } });
    live?.words('b', ' Again', { isFinal: true, start: 4 });
    expect(types()).toEqual([
      ...[
        'session.created',
        'session.updated',
        'input_audio_buffer.speech_started',
        'text.delta',
        'text.delta',
      ],
      ...['input_audio_buffer.speech_stopped', 'text.delta', 'input_audio_buffer.committed'],
      ...['conversation.item.added', 'conversation.item.done', 'text.completed'],
      ...['input_audio_buffer.speech_started', 'text.delta', 'input_audio_buffer.speech_stopped'],
      ...[
        'input_audio_buffer.committed',
        'conversation.item.added',
        'conversation.item.done',
        'text.completed',
      ],
      // It was divided: somebody still speaks.
      'input_audio_buffer.speech_started',
    ]);
    const deltas = of('conversation.item.input_audio_transcription.delta');
    expect(deltas.map(({ delta }) => delta)).toEqual(['Hello', ' my', ' name', 'Again']);
    const [first, second] = of('conversation.item.input_audio_transcription.completed');
    expect(first).toMatchObject({ transcript: 'Hello my name', usage: { type: 'duration', seconds: 3 } });
    expect(first?.logprobs?.map(({ token, logprob }) => [token, logprob])).toEqual(
      ['Hello', ' my', ' name'].map((token) => [token, Math.log(0.5)]),
    );
    const [one, two] = of('input_audio_buffer.committed');
    expect([one?.previous_item_id, two?.previous_item_id]).toEqual([null, one?.item_id]);
    expect([first?.item_id, second?.item_id]).toEqual([one?.item_id, two?.item_id]);
    expect(of('input_audio_buffer.speech_started').map(({ audio_start_ms }) => audio_start_ms)).toEqual([
      500, 4000, 5000,
    ]);
  });

  it('takes its settings to the live engine', async () => {
    const session = open({ isFormer: true });
    tell(session, {
      type: 'transcription_session.update',
      session: {
        input_audio_format: 'g711_ulaw',
        input_audio_transcription: { model: 'gpt-4o-transcribe', language: 'de', prompt: 'Herr Kaczmarek' },
        input_audio_noise_reduction: { type: 'near_field' },
        turn_detection: {
          type: 'server_vad',
          threshold: 0.7,
          silence_duration_ms: 900,
          prefix_padding_ms: 300,
        },
      },
    });
    await append(session, 1);
    expect(types()).toEqual(['transcription_session.created', 'transcription_session.updated']);
    expect(lives[0]?.request).toMatchObject({
      ...{ encoding: 'wav/ulaw', sample_rate: 8000, model: 'automatic', endpointing: 0.9 },
      pre_processing: { speech_threshold: 0.7 },
      language_config: { languages: ['de'] },
      realtime_processing: { custom_vocabulary_config: { vocabulary: ['Herr Kaczmarek'] } },
    });
    tell(session, { type: 'transcription_session.update', session: { input_audio_format: 'pcm16' } });
    expect(lastError()).toMatchObject({ code: 'session_update_too_late', param: 'session' });
  });

  it.each([
    ['g711_alaw', 'wav/alaw'],
    ['g711_ulaw', 'wav/ulaw'],
  ])('takes %s, a byte for each of 8,000 samples a second', async (input_audio_format, encoding) => {
    const session = open();
    tell(session, { type: 'transcription_session.update', session: { input_audio_format } });
    await append(session, 1);
    expect(lives[0]?.request).toMatchObject({ encoding, sample_rate: 8000 });
    await session.end();
    expect(lives.map(({ state }) => state)).toEqual(['stopped at once']);
  });

  it('becomes a recording when the client goes', async () => {
    const session = open();
    await append(session, 0.25);
    await session.end();
    expect(lives.map(({ state, bytes }) => [state, bytes])).toEqual([['stopped at once', [12_000]]]);
  });

  it('keeps the recording of what is cleared', async () => {
    const session = open();
    await append(session, 1);
    tell(session, { type: 'input_audio_buffer.clear' });
    await settle();
    lives[0]?.words('a', 'Late', { isFinal: true });
    expect(lives[0]?.state).toBe('stopped at once');
    expect(types()).toEqual(['session.created', 'input_audio_buffer.cleared']);
  });
});

describe('a session that is divided by commits', () => {
  const openManual = () => {
    const session = open();
    const input = { turn_detection: null };
    tell(session, { type: 'session.update', session: { type: 'transcription', audio: { input } } });
    events = [];
    return session;
  };

  it('completes an item with all words once the last have come', async () => {
    const session = openManual();
    await append(session, 1);
    lives[0]?.say({ type: 'speech_start', data: { time: 0.1, channel: 0 } });
    lives[0]?.words('a', 'Hello there', { isFinal: true });
    tell(session, { type: 'input_audio_buffer.commit' });
    await append(session, 1);
    lives[0]?.words('b', ' my name', { isFinal: true });
    lives[0]?.finish();
    await settle();
    expect(types()).toEqual([
      ...['text.delta', 'input_audio_buffer.committed', 'conversation.item.added', 'conversation.item.done'],
      ...['text.delta', 'text.completed'],
    ]);
    const [done] = of('conversation.item.input_audio_transcription.completed');
    expect(done?.transcript).toBe('Hello there my name');
    // The sound behind a commit is a recording of its own.
    expect(lives.map(({ state }) => state)).toEqual(['stopped', 'open']);
  });

  it('fails an item of which nothing could be recognised, with the reason', async () => {
    const session = openManual();
    await append(session, 1);
    lives[0]?.options.onProblem?.(msg`Nothing is recognised live.`);
    tell(session, { type: 'input_audio_buffer.commit' });
    await settle();
    lives[0]?.finish();
    await settle();
    const [failed] = of('conversation.item.input_audio_transcription.failed');
    expect(failed?.error).toMatchObject({ type: 'server_error', message: 'Nothing is recognised live.' });
    expect(lastError()?.message).toBe('Nothing is recognised live.');
  });

  it('deletes what is cleared', async () => {
    const session = openManual();
    await append(session, 1);
    tell(session, { type: 'input_audio_buffer.clear' });
    await settle();
    expect(lives[0]?.state).toBe('deleted');
    tell(session, { type: 'input_audio_buffer.commit' });
    expect(lastError()?.code).toBe('input_audio_buffer_commit_empty');
  });
});

describe('bad input', () => {
  const audio = 'AAAA';
  it.each([
    ['no JSON', '{"type":"input_audio', { code: 'invalid_json' }],
    ['a list', '[]', { code: 'invalid_json' }],
    ['sound in a binary frame', new Uint8Array(9), { code: 'invalid_event' }],
    ['no type', '{}', { code: 'missing_required_parameter', param: 'type' }],
    [
      'an unknown type',
      '{"type":"response.create","event_id":"e1"}',
      { code: 'invalid_value', event_id: 'e1' },
    ],
    [
      'a commit before any sound',
      '{"type":"input_audio_buffer.commit"}',
      { code: 'input_audio_buffer_commit_empty' },
    ],
    [
      'sound that is no base64',
      '{"type":"input_audio_buffer.append","audio":"%"}',
      { code: 'invalid_value', param: 'audio' },
    ],
    ['no sound', '{"type":"input_audio_buffer.append"}', { code: 'invalid_value', param: 'audio' }],
    [
      'a field that is none',
      `{"type":"input_audio_buffer.append","audio":"${audio}","x":1}`,
      { code: 'unknown_parameter', param: 'x' },
    ],
    ['a conversation', '{"type":"session.update","session":{"type":"realtime"}}', { param: 'session.type' }],
    [
      'another rate',
      '{"type":"session.update","session":{"type":"transcription","audio":{"input":{"format":{"type":"audio/pcm","rate":16000}}}}}',
      { param: 'session.audio.input.format.rate' },
    ],
    [
      'a locale',
      '{"type":"transcription_session.update","session":{"input_audio_transcription":{"language":"en-US"}}}',
      { message: expect.stringContaining('use en.') },
    ],
  ])('is an error in the protocol’s shape, and the session goes on: %s', async (_, data, error) => {
    const session = open();
    session.receive(data);
    const shape = { type: 'invalid_request_error', code: expect.any(String), message: expect.any(String) };
    expect(lastError()).toMatchObject({ ...shape, ...error });
    expect(lastError()?.message).toMatch(/^[A-Z"a-z].*\.$/s);
    await append(session, 0.01);
    expect(lives).toHaveLength(1);
  });

  it('takes a sample that is cut with the next frame', async () => {
    const session = open();
    for (const bytes of [3, 4, 5])
      tell(session, { type: 'input_audio_buffer.append', audio: toBase64(new Uint8Array(bytes)) });
    await settle();
    expect(lives[0]?.bytes).toEqual([3, 4, 5]);
  });

  it('names a model that is unknown, and tries again with the next sound', async () => {
    refusal = invalidParameters(['model must be one of stt-1, stt-3']);
    const session = open({ model: 'gpt-9' });
    await append(session, 0.1);
    expect(lastError()).toMatchObject({
      ...{ type: 'invalid_request_error', code: 'model_not_found', param: 'model' },
      message: expect.stringMatching(/^The model "gpt-9" does not exist. Use one of: whisper-1, /),
    });
    refusal = null;
    await append(session, 0.1);
    expect(lives).toHaveLength(1);
  });
});
