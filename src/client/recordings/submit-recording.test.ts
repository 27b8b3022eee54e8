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
    await emptyDatabase();
    vi.stubGlobal('fetch', async () => new Response('fLaC'));
    let sent: unknown;
    const client = new ApiClient({
      ready: async () => undefined,
      key: async () => 'ek_test',
      fetch: async (input, init) => {
        if (String(input).includes('/upload')) {
          const metadata = {
            id: crypto.randomUUID(),
            filename: 'speech.flac',
            extension: 'flac',
            size: 4,
            audio_duration: 12,
            number_of_channels: 1,
          };
          return Response.json({ audio_url: address, audio_metadata: metadata });
        }
        sent = JSON.parse(String(init?.body));
        return Response.json({ id: crypto.randomUUID(), result_url: address }, { status: 201 });
      },
    });
    await submitSample(client, { ...OPTIONS, ...options }, new AbortController().signal);
    const { model, ...rest } = Object(sent);
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
    await emptyDatabase();
    const sent: unknown[] = [];
    const client = new ApiClient({
      ready: async () => undefined,
      key: async () => 'ek_test',
      fetch: async (_, init) => {
        sent.push(JSON.parse(String(init?.body)));
        return Response.json({ id: crypto.randomUUID(), result_url: address }, { status: 201 });
      },
    });
    const { signal } = new AbortController();
    await submitAddress(client, address, { ...OPTIONS, languages: ['fr'] }, signal);
    expect(sent).toMatchObject([{ audio_url: address, language_config: { languages: ['fr'] } }]);
  });
});

describe('a recording in several languages', () => {
  it.each([
    ['is switched where no language was chosen', [], 'switch'],
    ['is only told of where one was', ['en'], null],
  ] as const)('%s', async (_, languages, expected) => {
    await emptyDatabase();
    let header: string | null = null;
    const client = new ApiClient({
      ready: async () => undefined,
      key: async () => 'ek_test',
      fetch: async (_input, init) => {
        header = new Headers(init?.headers).get('x-earshot-other-languages');
        return Response.json({ id: crypto.randomUUID(), result_url: address }, { status: 201 });
      },
    });
    const options = { ...OPTIONS, languages: [...languages] };
    await submitAddress(client, address, options, new AbortController().signal);
    expect(header).toBe(expected);
  });
});

describe('the dictionary', () => {
  it('is written into later jobs: corrections as spellings, words as vocabulary; what was chosen goes before', async () => {
    await emptyDatabase();
    await addCorrection('Jon Smyth', 'john smith');
    await addCorrection('Jon Smyth', 'jon smith');
    await dictionaryClient.put({ term: 'Earshot', variants: [] });
    const sent: unknown[] = [];
    const client = new ApiClient({
      ready: async () => undefined,
      key: async () => 'ek_test',
      fetch: async (_, init) => {
        sent.push(preRecordedRequest.parse(JSON.parse(String(init?.body))));
        return Response.json({ id: crypto.randomUUID(), result_url: address }, { status: 201 });
      },
    });
    const { signal } = new AbortController();
    const own = { custom_vocabulary: true, custom_vocabulary_config: { vocabulary: ['other'] } };
    const chosen = { custom_vocabulary: 'other' };
    await submitAddress(client, address, OPTIONS, signal);
    await submitAddress(client, address, { ...OPTIONS, addons: chosen }, signal);
    const spelling = {
      custom_spelling: true,
      custom_spelling_config: { spelling_dictionary: { 'Jon Smyth': ['john smith', 'jon smith'] } },
    };
    expect(sent).toMatchObject([
      { ...spelling, custom_vocabulary: true, custom_vocabulary_config: { vocabulary: ['Earshot'] } },
      { ...spelling, ...own },
    ]);
    await dictionaryClient.remove('Jon Smyth');
    await submitAddress(client, address, OPTIONS, signal);
    expect(sent.at(-1)).toMatchObject({ custom_spelling: false, custom_vocabulary: true });
    await expect(dictionaryClient.import('{')).rejects.toThrow(/not a dictionary/);
  });
});
