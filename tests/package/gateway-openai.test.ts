import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { describe, expect, inject, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import {
  openAiDiarized,
  openAiError,
  openAiEvent,
  openAiModels,
  openAiText,
  openAiVerbose,
} from '../../src/contract/openai/openai-answers.ts';
import { freePort } from '../pool/nats-server.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { keyOf, Running } from './typed.ts';

const whole = inject('whole');
const { url, key } = inject('gateway');
const MINI = join(PROJECT_ROOT, 'tests/fixtures/mini');
const HELLO = 'Hello my name is John Smith. Where is the train?';
const file = () => createReadStream(join(MINI, 'audio/en_hello.wav'));
const model = 'whisper-1';

describe('the JavaScript package of OpenAI, unchanged, at the gateway', () => {
  const client = new OpenAI({ apiKey: key, baseURL: `${url}v1`, maxRetries: 0 });

  const jobs = async (): Promise<{ id: string }[]> => {
    const answer = await fetch(`${url}v2/pre-recorded`, { headers: { 'x-service-key': key } });
    return (await answer.json()).items;
  };

  it('gets a text, which is that of a job of its own id', async () => {
    const { data, request_id } = await client.audio.transcriptions
      .create({ file: file(), model, language: 'en', prompt: 'John Smith', temperature: 0 })
      .withResponse();
    expect(openAiText.parse(data)).toMatchObject({ text: HELLO, usage: { type: 'duration' } });
    expect((await jobs()).map(({ id }) => id)).toContain(request_id);
  });

  it('gets texts and subtitles', { tags: THOROUGH_TAG }, async () => {
    const [text, srt, vtt] = await Promise.all(
      (['text', 'srt', 'vtt'] as const).map((response_format) =>
        client.audio.transcriptions.create({ file: file(), model, response_format }),
      ),
    );
    expect(text).toBe(`${HELLO}\n`);
    expect(srt).toMatch(/^1\n00:00:00,\d{3} --> 00:00:\d\d,\d{3}\nHello/);
    expect(vtt).toMatch(/^WEBVTT\n\n(?:1\n)?00:00:00\.\d{3} --> /);
  });

  it('gets times of words and segments', { tags: THOROUGH_TAG }, async () => {
    const verbose = openAiVerbose.parse(
      await client.audio.transcriptions.create({
        file: file(),
        model,
        response_format: 'verbose_json',
        timestamp_granularities: ['word', 'segment'],
        chunking_strategy: { type: 'server_vad' },
      }),
    );
    expect(verbose).toMatchObject({ task: 'transcribe', language: 'english', text: HELLO });
    const { words = [], segments = [], duration } = verbose;
    expect(words.map(({ word }) => word).join(' ')).toBe(HELLO);
    expect(segments.map(({ text }) => text).join(' ')).toBe(HELLO);
    for (const { start, end } of [...words, ...segments]) {
      expect(start).toBeLessThanOrEqual(end);
      expect(end).toBeLessThanOrEqual(duration);
    }
    const plain = await client.audio.transcriptions.create({
      file: file(),
      model,
      response_format: 'verbose_json',
    });
    expect(Object.keys(plain)).toEqual(expect.arrayContaining(['segments']));
    expect(Object.keys(plain)).not.toContain('words');
  });

  it('writes a name as a prompt does', { tags: THOROUGH_TAG }, async () => {
    const given = { file: () => createReadStream(join(MINI, 'audio/en_jon_smyth.wav')), model };
    const textWith = async (prompt?: string) =>
      (await client.audio.transcriptions.create({ ...given, file: given.file(), ...(prompt && { prompt }) }))
        .text;
    expect(await textWith()).toMatch(/John Smith/);
    expect(await textWith('The caller is Jon Smyth.')).toMatch(/Jon Smyth/);
    expect(await textWith('The caller has a blue car and no name at all.')).toMatch(/John Smith/);
  });

  it('gets who speaks, by name where a sample is known', { tags: THOROUGH_TAG }, async () => {
    const speakers = async (more: Partial<OpenAI.Audio.TranscriptionCreateParams>) => {
      const answer: unknown = await client.audio.transcriptions.create({
        file: createReadStream(join(MINI, 'audio/dialogue_en.flac')),
        model: 'gpt-4o-transcribe-diarize',
        response_format: 'diarized_json',
        chunking_strategy: 'auto',
        ...more,
        stream: false,
      });
      return [...new Set(openAiDiarized.parse(answer).segments.map(({ speaker }) => speaker))];
    };
    const dataUrl = (name: string) =>
      `data:audio/wav;base64,${readFileSync(join(MINI, 'audio', name)).toString('base64')}`;
    const known = (name: string) => ({
      known_speaker_names: ['agent'],
      known_speaker_references: [dataUrl(name)],
    });
    const refused = (name: string) => speakers(known(name)).catch((error: unknown) => error);
    expect(await speakers({})).toEqual(['A', 'B']);
    // The first speaker's voice, from another recording.
    expect(await speakers(known('en_hello.wav'))).toEqual(['agent', 'A']);
    const at = { status: 400, param: 'known_speaker_references' };
    expect(await refused('en_25s.flac')).toMatchObject({
      ...at,
      message: expect.stringContaining('2 to 10 s'),
    });
    expect(await refused('truth.json')).toMatchObject({ ...at, code: 'unsupported_media' });
  });

  it('gets the confidence of words', { tags: THOROUGH_TAG }, async () => {
    const { logprobs = [] } = await client.audio.transcriptions.create({
      file: file(),
      model: 'gpt-4o-transcribe',
      include: ['logprobs'],
    });
    expect(logprobs.map(({ token }) => token).join('')).toBe(HELLO);
    for (const { logprob } of logprobs) expect(logprob).toBeLessThanOrEqual(0);
  });

  it('gets a stream of events whose parts are the text', async () => {
    const stream = await client.audio.transcriptions.create({ file: file(), model, stream: true });
    const events = [];
    for await (const event of stream) events.push(openAiEvent.parse(event));
    const deltas = events.flatMap((event) => (event.type === 'transcript.text.delta' ? [event.delta] : []));
    expect(deltas.join('')).toBe(HELLO);
    expect(events.at(-1)).toEqual({ type: 'transcript.text.done', text: HELLO });
  });

  it('gets a translation', { tags: THOROUGH_TAG }, async () => {
    const options = { file: createReadStream(join(MINI, 'audio/fr_bonjour.wav')), model };
    const verbose = openAiVerbose.parse(
      await client.audio.translations.create({ ...options, response_format: 'verbose_json' }),
    );
    expect(verbose).toMatchObject({ task: 'translate', language: 'english' });
    expect(verbose.text).toMatch(/Where is your school/);
  });

  it.each(['gpt-transcribe', 'Systran/faster-whisper-small'])('runs what is here for %s', async (model) => {
    const given = { file: file(), model, languages: ['de', 'en'], keywords: ['Jon Smyth'] };
    const { text, languages } = await client.audio.transcriptions.create(given);
    expect(text).toBe('Hello my name is Jon Smyth. Where is the train?');
    expect(languages).toEqual([{ code: 'en' }]);
  });

  it('lists models', async () => {
    const { data } = openAiModels.parse({ object: 'list', data: (await client.models.list()).data });
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['whisper-1', 'stt-1']));
    expect(await client.models.retrieve('whisper-1')).toMatchObject({ id: 'whisper-1', object: 'model' });
  });

  it.each([
    [
      'a wrong key',
      401,
      { code: 'invalid_api_key' },
      (): Promise<unknown> => new OpenAI({ apiKey: 'ek_wrong', baseURL: `${url}v1` }).models.list(),
    ],
    [
      'an unknown model',
      404,
      {
        param: 'model',
        code: 'model_not_found',
        message: expect.stringContaining('Use one of: whisper-1, '),
      },
      () => client.audio.transcriptions.create({ file: file(), model: 'gpt-9' }),
    ],
    [
      'the origin of another site',
      403,
      { type: 'invalid_request_error' },
      () => client.models.list({ headers: { origin: 'https://evil.example' } }),
    ],
    ['an unknown model of a list', 404, { code: 'model_not_found' }, () => client.models.retrieve('gpt-9')],
    [
      'a name of a model that is none',
      404,
      { code: 'model_not_found' },
      () => client.get('/models/%E0%A4%A'),
    ],
    [
      'an unknown language',
      400,
      { param: 'language' },
      () => client.audio.transcriptions.create({ file: file(), model, language: 'xx' }),
    ],
    [
      'a locale',
      400,
      { param: 'language', message: expect.stringContaining('use en.') },
      () => client.audio.transcriptions.create({ file: file(), model, language: 'en-US' }),
    ],
    [
      'an unknown format',
      400,
      { param: 'response_format' },
      () => client.audio.transcriptions.create({ file: file(), model, response_format: 'docx' as 'json' }),
    ],
    [
      'granularities of no use',
      400,
      { param: 'timestamp_granularities' },
      () => client.audio.transcriptions.create({ file: file(), model, timestamp_granularities: ['word'] }),
    ],
    [
      'names of known speakers without samples',
      400,
      { param: 'known_speaker_references' },
      () => client.audio.transcriptions.create({ file: file(), model, known_speaker_names: ['Ann'] }),
    ],
    [
      'a temperature that is none',
      400,
      { param: 'temperature' },
      () => client.audio.transcriptions.create({ file: file(), model, temperature: 1.8 }),
    ],
    [
      'a parameter that is none',
      400,
      { param: 'vad_filter', message: 'Unrecognized request argument supplied: vad_filter' },
      () => client.audio.transcriptions.create({ file: file(), model, ...Object({ vad_filter: true }) }),
    ],
    [
      'a file without sound',
      400,
      { code: 'unsupported_media' },
      () => client.audio.transcriptions.create({ file: new File(['words'], 'talk.wav'), model }),
    ],
    [
      'a body that is no form',
      400,
      { type: 'invalid_request_error' },
      () => client.post('/audio/transcriptions', { body: { model } }),
    ],
    [
      'another path',
      404,
      { code: 'unknown_url' },
      () => client.chat.completions.create({ model, messages: [] }),
    ],
  ])('is refused %s in the shape that it expects', async (_, status, at, ask) => {
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.APIError);
    if (!(error instanceof OpenAI.APIError)) return;
    expect(error.status).toBe(status);
    expect(openAiError.parse({ error: error.error }).error).toMatchObject(at);
  });

  it('deletes the job of a client that goes away', { tags: THOROUGH_TAG }, async () => {
    const before = await jobs();
    const control = new AbortController();
    const { response, data } = await client.audio.transcriptions
      .create({ file: file(), model, stream: true }, { signal: control.signal })
      .withResponse();
    const id = response.headers.get('x-request-id');
    control.abort();
    await expect.poll(async () => (await jobs()).map((job) => job.id), { timeout: 30_000 }).not.toContain(id);
    expect(await jobs()).toHaveLength(before.length);
    await data[Symbol.asyncIterator]().return?.();
  });

  it('says which model is missing', { tags: THOROUGH_TAG }, async () => {
    const other = await Running.start(
      whole,
      `node_modules/.bin/earshot gateway --port ${await freePort()} --models '${join(MINI, 'mini-whisper')}'`,
    );
    const apiKey = keyOf(other);
    const file = createReadStream(join(MINI, 'audio/fr_bonjour.wav'));
    const error: unknown = await new OpenAI({ apiKey, baseURL: `${other.url}v1` }).audio.translations
      .create({ file, model })
      .catch((thrown: unknown) => thrown);
    await other.stop();
    expect(error).toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: expect.stringMatching(/Install/),
    });
  });
});
