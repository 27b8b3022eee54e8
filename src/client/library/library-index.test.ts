import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { transcriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { makeDocument } from '../../document/make-document.ts';
import { saveCorrected } from '../../storage/corrections/save-corrected.ts';
import { addJob, deleteJob, updateJob } from '../../storage/jobs/job-store.ts';
import { changeEntries, markDeleted } from '../../storage/library/library-rows.ts';
import { readFacts, readPassages } from '../../storage/library/library-texts.ts';
import { LibraryIndex } from './library-index.ts';

/** What is said, a sentence for each turn of two speakers. */
const resultOf = (...sentences: string[]) =>
  transcriptionResult.parse({
    metadata: { audio_duration: 60, number_of_distinct_channels: 1, billing_time: 60, transcription_time: 1 },
    transcription: {
      full_transcript: sentences.join(' '),
      languages: ['en'],
      utterances: sentences.map((text, index) => ({
        start: index * 10,
        end: index * 10 + 5,
        confidence: 1,
        channel: 0,
        speaker: index % 2,
        language: 'en',
        text,
        words: text.split(' ').map((word, n) => ({
          word: ` ${word}`,
          start: index * 10 + n / 4,
          end: index * 10 + n / 4 + 0.2,
          confidence: 1,
        })),
      })),
    },
  });

let minute = 0;
async function put(...sentences: string[]): Promise<string> {
  const stored = job({
    status: 'done',
    created_at: new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString(),
    completed_at: '2026-01-02T00:00:00.000Z',
    file: { id: 'x', filename: 'talk.mp3', source: null, audio_duration: 60, number_of_channels: 1 },
    result: resultOf(...sentences),
  });
  await addJob(stored);
  return stored.id;
}

const correct = (text: string) => ({ ...makeDocument(resultOf(text).transcription?.utterances ?? [], 60) });
const found = async (index: LibraryIndex, text: string) => (await index.search(text)).map(({ id }) => id);

beforeEach(emptyDatabase);

describe('the library', () => {
  it('lists recordings, newest first, with languages and speakers, and not what was deleted', async () => {
    const [older, newer, deleted] = [
      await put('Hello there.', 'Good day.'),
      await put('One'),
      await put('Two'),
    ];
    await markDeleted([deleted]);
    const index = new LibraryIndex();
    expect((await index.list()).map(({ summary, isRead }) => [summary.id, isRead])).toEqual([
      [newer, false],
      [older, false],
    ]);
    await index.readTexts();
    const [, first] = await index.list();
    expect(first).toMatchObject({
      isRead: true,
      speakers: ['Speaker 1', 'Speaker 2'],
      summary: { languages: ['en'] },
    });
    expect(await new LibraryIndex().list()).toEqual(await index.list());
  });

  it('finds katakana by hiragana and the other way round, with their passages', async () => {
    const [one, other] = [await put('カタカナで書きます。'), await put('かたかなで書きます。')];
    const index = new LibraryIndex();
    for (const text of ['カタカナ', 'かたかな']) {
      const hits = await index.search(text, { recordings: 2, passages: 1 });
      expect(hits.map(({ id }) => id).toSorted()).toEqual([one, other].toSorted());
      for (const { passages } of hits) expect(passages?.hits[0]?.pieces.some(({ hit }) => hit)).toBe(true);
    }
  });

  it('finds words in other usual ways to write them, and marks them in their passages', async () => {
    const [hyphen, phone, virus] = [
      await put('The Wi-Fi is slow.'),
      await put('Call 0171 234567 or wait.'),
      await put('COVID-19 was here.'),
    ];
    const index = new LibraryIndex();
    const hits = async (text: string) =>
      (await index.search(text, { recordings: 1, passages: 1 })).map(({ id, passages }) => [
        id,
        passages?.hits[0]?.pieces.filter(({ hit }) => hit).map((piece) => piece.text),
      ]);
    expect(await hits('wifi')).toEqual([[hyphen, ['Wi-Fi']]]);
    expect(await hits('wi fi')).toEqual([[hyphen, ['Wi-Fi']]]);
    expect(await hits('0171-234567')).toEqual([[phone, ['0171 234567']]]);
    expect(await hits('0171234567')).toEqual([[phone, ['0171 234567']]]);
    expect(await hits('covid19')).toEqual([[virus, ['COVID-19']]]);
  });

  it('finds all the words by their beginnings, without case and accents, the best first', async () => {
    const [budget, both] = [
      await put('The budget is late.'),
      await put('Budgets: the café pays.', 'A budget.'),
    ];
    const index = new LibraryIndex();
    expect(new Set(await found(index, 'BUDG'))).toEqual(new Set([budget, both]));
    expect(await found(index, 'budget cafe')).toEqual([both]);
    expect(await found(index, 'budget train')).toEqual([]);
    expect(await found(index, 'budgit')).toContain(budget);
    expect(await found(index, '?!')).toEqual([]);
  });

  it('takes two letters for a word, and for a beginning only where no recording has that word', async () => {
    const [word, beginning] = [await put('At home.'), await put('Attics are cold.')];
    const index = new LibraryIndex();
    expect(await found(index, 'at')).toEqual([word]);
    expect(new Set(await found(index, 'att'))).toEqual(new Set([beginning]));
    expect(await found(index, 'co')).toEqual([beginning]);
    expect((await index.passages(beginning, 'co', 3)).hits[0]?.pieces).toContainEqual({
      text: 'cold',
      hit: true,
    });
    const korean = await put('한국은 춥다.');
    expect(await found(new LibraryIndex(), '한국')).toEqual([korean]);
  });

  it('gives the best recordings with their passages in one answer', async () => {
    const ids = [await put('The budget.'), await put('A budget.'), await put('Budgets.')];
    const index = new LibraryIndex();
    const all = await index.search('budget', { recordings: 2, passages: 3 });
    expect(all.map(({ passages }) => passages?.count)).toEqual([1, 1, undefined]);
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(ids));
    const [first] = all;
    expect(first?.passages).toEqual(await index.passages(first?.id ?? '', 'budget', 3));
  });

  it('gives the passages with speaker, time and marked words: those with most of the words', async () => {
    const id = await put(
      'The budget is late.',
      'Nothing here.',
      'We cut the budget, and the budget stays.',
      'A late train.',
    );
    const index = new LibraryIndex();
    expect(await index.passages(id, 'budget', 10)).toMatchObject({
      count: 2,
      hits: [
        { kind: 'text', start: 0, speaker: 'Speaker 1' },
        { kind: 'text', start: 20, speaker: 'Speaker 1' },
      ],
    });
    const { count, hits } = await index.passages(id, 'budget late', 10);
    expect(count).toBe(1);
    expect(hits[0]?.pieces).toEqual([
      { text: 'The ', hit: false },
      { text: 'budget', hit: true },
      { text: ' is ', hit: false },
      { text: 'late', hit: true },
      { text: '.', hit: false },
    ]);
    expect((await index.passages(id, 'budget', 1)).hits).toHaveLength(1);
  });

  it('finds words of scripts without spaces', async () => {
    const id = await put('今日は天気がいいです。');
    const index = new LibraryIndex();
    expect(await found(index, '天気')).toEqual([id]);
    expect((await index.passages(id, '天気', 3)).hits[0]?.pieces).toContainEqual({ text: '天気', hit: true });
  });

  it('reads corrected transcripts: their words, names, notes and chapters, and nothing that was struck', async () => {
    const id = await put('My name is Jon Smyth.');
    const document = correct('My name is Joan Smith.');
    const [paragraph] = document.paragraphs;
    const words =
      paragraph?.words.map((word, n) => (n === 0 ? { ...word, struck: true as const } : word)) ?? [];
    await saveCorrected(
      id,
      {
        ...document,
        paragraphs: document.paragraphs.map((one) => ({ ...one, words })),
        speakers: document.speakers.map((one) => ({ ...one, name: 'Mrs Weber' })),
        notes: [
          { id: 'n', kind: 'note', start: 2, end: 3, channel: null, text: 'Ask about Zanzibar', colour: 0 },
        ],
        chapters: [{ id: 'c', start: 0, title: 'Overture', made_by: 'hand' }],
      },
      { revision: 0, document: null },
    );
    const index = new LibraryIndex();
    for (const text of ['joan smith', 'weber', 'zanzibar', 'overture'])
      expect(await found(index, text), text).toEqual([id]);
    for (const text of ['jon', 'my']) expect(await found(index, text), text).toEqual([]);
    expect((await index.passages(id, 'zanzibar', 3)).hits).toMatchObject([
      { kind: 'note', start: 2, speaker: null },
    ]);
    expect((await index.list())[0]?.speakers).toEqual(['Mrs Weber']);
  });

  it('follows new transcripts, corrections, names, tags and deletions', async () => {
    const [id, other] = [await put('An apple.'), await put('A pear.')];
    const index = new LibraryIndex();
    expect(await found(index, 'apple')).toEqual([id]);
    const { document } = { document: correct('An orange.') };
    await saveCorrected(id, document, { revision: 0, document: null });
    await index.renew(id);
    expect(await found(index, 'apple')).toEqual([]);
    expect(await found(index, 'orange')).toEqual([id]);
    await changeEntries([id, other], { name: 'Greengrocer', addTags: ['fruit'] });
    await index.relist([id, other]);
    expect(new Set(await found(index, 'fruit greengrocer'))).toEqual(new Set([id, other]));
    await deleteJob(other);
    await index.relist([other]);
    expect(await found(index, 'fruit')).toEqual([id]);
    const third = await put('A plum.');
    await index.renew(third);
    expect(await found(index, 'plum')).toEqual([third]);
  });

  it('makes texts anew that are older than the transcript, and deletes them with their job', async () => {
    const id = await put('An apple.');
    await new LibraryIndex().readTexts();
    await updateJob(id, () => ({ completed_at: '2026-02-02T00:00:00.000Z', result: resultOf('A plum.') }));
    const index = new LibraryIndex();
    expect(await found(index, 'plum')).toEqual([id]);
    expect(await found(index, 'apple')).toEqual([]);
    await deleteJob(id);
    expect(await readPassages(id)).toEqual([]);
    expect((await readFacts()).size).toBe(0);
  });

  it('finds names of recordings without a transcript', async () => {
    const waiting = job({
      file: {
        id: 'x',
        filename: 'weekly-meeting.mp3',
        source: null,
        audio_duration: 60,
        number_of_channels: 1,
      },
    });
    await addJob(waiting);
    expect(await found(new LibraryIndex(), 'meeting')).toEqual([waiting.id]);
  });

  it('is read again after a read that failed', async () => {
    const id = await put('A zebra crossed the road.');
    const index = new LibraryIndex();
    await index.list();
    const broken = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('The disk failed.', 'UnknownError');
    });
    try {
      await expect(index.search('zebra')).rejects.toThrow('The disk failed.');
    } finally {
      broken.mockRestore();
    }
    expect(await found(index, 'zebra')).toEqual([id]);
  });
});
