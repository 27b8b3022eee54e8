import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { preRecordedRequest } from '../../contract/jobs/pre-recorded-request.ts';
import { ApiClient } from '../api/api-client.ts';
import { addCorrection, dictionaryClient } from '../corrections/dictionary.ts';
import { requestOf, type SubmitOptions, submitAddress, submitSample } from './submit-recording.ts';

const OPTIONS: SubmitOptions = {
  model: 'stt-1',
  languages: [],
  codeSwitching: false,
  quality: 'fast',
  speakers: null,
  addons: {},
};
const address = 'https://a.example/talk.mp3';
const { signal } = new AbortController();

/** A client with the requests that it has sent, where jobs are created at once. */
async function recordingClient() {
  await emptyDatabase();
  const sent: { body: unknown; headers: Headers }[] = [];
  const client = new ApiClient({
    ready: async () => undefined,
    key: async () => 'ek_test',
    fetch: async (input, init) => {
      if (String(input).includes('/upload')) return Response.json(UPLOADED);
      sent.push({ body: JSON.parse(String(init?.body)), headers: new Headers(init?.headers) });
      return Response.json({ id: crypto.randomUUID(), result_url: address }, { status: 201 });
    },
  });
  return { client, sent };
}

const UPLOADED = {
  audio_url: address,
  audio_metadata: {
    id: crypto.randomUUID(),
    filename: 'speech.flac',
    extension: 'flac',
    size: 4,
    audio_duration: 12,
    number_of_channels: 1,
  },
};

describe('the request that asks for options', () => {
  it('names a quality only where it is not the usual one', () => {
    expect(requestOf(address, OPTIONS)).not.toHaveProperty('quality');
    const careful = requestOf(address, { ...OPTIONS, quality: 'careful' });
    expect(preRecordedRequest.parse(careful)).toMatchObject({ quality: 'careful' });
  });
});

describe('the sample', () => {
  /** The request for its job. */
  async function sampleWith(options: Partial<SubmitOptions>): Promise<unknown> {
    vi.stubGlobal('fetch', async () => new Response('fLaC'));
    const { client, sent } = await recordingClient();
    await submitSample(client, { ...OPTIONS, ...options }, signal);
    const { model, ...rest } = Object(sent[0]?.body);
    expect(model).toBe('automatic');
    return preRecordedRequest.parse(rest);
  }

  it('shows a summary, names and captions by itself', async () => {
    expect(await sampleWith({})).toMatchObject({
      allow_draft: true,
      language_config: { languages: ['en'] },
      summarization: true,
      named_entity_recognition: true,
      subtitles: true,
      subtitles_config: { formats: ['srt', 'vtt'] },
      // No model for it is there.
      diarization: false,
      custom_metadata: { earshot_sample: true },
    });
  });

  it('takes the options that are set, except the model and the language', async () => {
    const addons = { summarization: 'concise', sentiment_analysis: true };
    const chosen = { speakers: 2, quality: 'careful' as const, addons };
    expect(await sampleWith({ ...chosen, model: 'stt-3', languages: ['de'] })).toMatchObject({
      // It is English.
      language_config: { languages: ['en'], code_switching: false },
      quality: 'careful',
      diarization: true,
      diarization_config: { number_of_speakers: 2 },
      summarization_config: { type: 'concise' },
      sentiment_analysis: true,
    });
  });
});

describe('a recording at an address', () => {
  it('becomes a job with the options', async () => {
    const { client, sent } = await recordingClient();
    await submitAddress(client, address, { ...OPTIONS, languages: ['fr'] }, signal);
    expect(sent.map(({ body }) => body)).toMatchObject([
      { audio_url: address, language_config: { languages: ['fr'] } },
    ]);
  });
});

describe('a recording in several languages', () => {
  it.each([
    ['is switched where no language was chosen', [], 'switch'],
    ['is only told of where one was', ['en'], null],
  ] as const)('%s', async (_, languages, expected) => {
    const { client, sent } = await recordingClient();
    const options = { ...OPTIONS, languages: [...languages] };
    await submitAddress(client, address, options, signal);
    expect(sent[0]?.headers.get('x-earshot-other-languages')).toBe(expected);
  });
});

describe('the dictionary', () => {
  it('is written into later jobs: corrections as spellings, words as vocabulary; what was chosen goes before', async () => {
    const { client, sent } = await recordingClient();
    await addCorrection('Jon Smyth', 'john smith');
    await addCorrection('Jon Smyth', 'jon smith');
    await dictionaryClient.put({ term: 'Earshot', variants: [] });
    const own = { custom_vocabulary: true, custom_vocabulary_config: { vocabulary: ['other'] } };
    const chosen = { custom_vocabulary: 'other' };
    await submitAddress(client, address, OPTIONS, signal);
    await submitAddress(client, address, { ...OPTIONS, addons: chosen }, signal);
    const spelling = {
      custom_spelling: true,
      custom_spelling_config: { spelling_dictionary: { 'Jon Smyth': ['john smith', 'jon smith'] } },
    };
    const requests = () => sent.map(({ body }) => preRecordedRequest.parse(body));
    expect(requests()).toMatchObject([
      { ...spelling, custom_vocabulary: true, custom_vocabulary_config: { vocabulary: ['Earshot'] } },
      { ...spelling, ...own },
    ]);
    await dictionaryClient.remove('Jon Smyth');
    await submitAddress(client, address, OPTIONS, signal);
    expect(requests().at(-1)).toMatchObject({ custom_spelling: false, custom_vocabulary: true });
    await expect(dictionaryClient.import('{')).rejects.toThrow(/not a dictionary/);
  });
});
