import { beforeEach, describe, expect, it } from 'vitest';
import { LibraryIndex } from '../../src/client/library/library-index.ts';
import { answerSearch } from '../../src/client/library/search/answer-search.ts';
import { MeaningIndex } from '../../src/client/library/search/meaning-index.ts';
import type { TranscriptCall } from '../../src/contract/realms/transcript-work.ts';
import { type LibrarySearch, librarySearch } from '../../src/contract/transcripts/library-search.ts';
import { createApp } from '../../src/service/router.ts';
import { said } from '../fakes/corrected-document.ts';
import { addKey, ORIGIN, type Service, startService } from './service.ts';
import { putJob } from './stored.ts';
import { faultsOf } from './validate-by-schema.ts';

/** Texts about pets are alike, and so are all others. */
const encoder = {
  modelId: 'one',
  languages: ['en'],
  encode: async (text: string) => Float32Array.from(/\b(?:dog|cat|pet)/u.test(text) ? [1, 0] : [0, 1]),
};

let service: Service;
let meaning: MeaningIndex;
const elsewhere = async (call: TranscriptCall) =>
  call.kind === 'search' ? answerSearch(call, { index: new LibraryIndex(), meaning }) : null;

/** As with an open tab, whose worker answers. */
const search = (query: string, key = service.key) =>
  createApp().fetch(new Request(`${ORIGIN}/v2/search?${query}`, { headers: { 'x-service-key': key } }), {
    elsewhere,
  });

async function found(query: string, key?: string): Promise<LibrarySearch> {
  const response = await search(query, key);
  expect(response.status).toBe(200);
  const body = await response.json();
  expect(faultsOf('LibrarySearch', body)).toEqual([]);
  return librarySearch.parse(body);
}

async function put(text: string, changes: Parameters<typeof putJob>[0] = {}): Promise<string> {
  const utterances = [said({ text, at: 0, speaker: 0 })];
  const { id } = await putJob({
    status: 'done',
    completed_at: '2026-01-01T00:00:10.000Z',
    result: {
      metadata: {
        audio_duration: 12,
        number_of_distinct_channels: 1,
        billing_time: 12,
        transcription_time: 1,
      },
      transcription: { full_transcript: text, languages: ['en'], utterances },
    },
    ...changes,
  });
  return id;
}

beforeEach(async () => {
  service = await startService();
  meaning = new MeaningIndex(async () => null);
});

describe('GET /v2/search', () => {
  it('finds words and, with a model, what was meant, each with its moment', async () => {
    const id = await put('My dog sleeps all day.');
    expect(await found('text=dog')).toEqual({
      words: [expect.objectContaining({ id, start: 0, text: 'My dog sleeps all day.' })],
      meaning: null,
      answer: null,
    });
    meaning = new MeaningIndex(async () => encoder);
    await put('We talked about the weather.');
    await elsewhere({ kind: 'search', key: 'app', query: [['text', 'x']] });
    await meaning.fill();
    const { words, meaning: meant } = await found('text=cat&limit=1');
    expect(words).toEqual([]);
    expect(meant).toMatchObject([{ id, text: 'My dog sleeps all day.' }]);
  });

  it('answers a question by the passages that come nearest, the shortest first, and by none far from it', async () => {
    const id = await put('The budget of the stand is eighteen thousand euros.');
    const short = await put('The budget of a stand?');
    const answer = async (question: string) =>
      (await found(`answer=true&text=${encodeURIComponent(question)}`)).answer;
    expect(await answer('When is the budget of the stand?')).toMatchObject([{ id: short }, { id, start: 0 }]);
    expect(await answer('Who won the stand at football?')).toEqual([]);
    meaning = new MeaningIndex(async () => encoder);
    const pet = await put('My dog sleeps all day.');
    await elsewhere({ kind: 'search', key: 'app', query: [['text', 'x']] });
    await meaning.fill();
    expect(await answer('Which breed is the cat?')).toMatchObject([{ id: pet }]);
  });

  it('finds nothing of another key', async () => {
    const id = await put('My dog sleeps all day.', { key_id: 'one' });
    meaning = new MeaningIndex(async () => encoder);
    const [own, other] = [await addKey('one'), await addKey('two')];
    expect((await found('text=dog', own)).words).toHaveLength(1);
    await meaning.fill();
    expect((await found('text=pet', own)).meaning).toMatchObject([{ id }]);
    expect(await found('text=dog&answer=true', other)).toEqual({ words: [], meaning: [], answer: [] });
  });

  it('has words where what was meant cannot be searched', async () => {
    await put('My dog sleeps all day.');
    meaning = new MeaningIndex(async () => {
      throw new Error('The model is damaged.');
    });
    expect(await found('text=dog&answer=true')).toMatchObject({ words: [{}], meaning: null });
  });

  it.each(['', 'text=', 'text=a&limit=0', 'text=a&limit=51', 'text=a&more=1', 'text=a&text=b'])(
    'refuses ?%s',
    async (query) => {
      expect((await search(query)).status).toBe(400);
    },
  );

  it('needs an open tab', async () => {
    const response = await service.call('/v2/search?text=dog');
    expect([response.status, (await response.json()).message]).toEqual([
      409,
      'No tab of the app is open. Open one, then try again.',
    ]);
  });
});
