import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TranscriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import { applyChange, type Change } from '../../src/document/edits/change.ts';
import { mergeSpeakers, renameSpeaker } from '../../src/document/edits/edit-speakers.ts';
import { setText } from '../../src/document/edits/edit-text.ts';
import { makeDocument } from '../../src/document/make-document.ts';
import { markRange } from '../../src/document/words/mark-words.ts';
import { getCorrected, getVersion, listVersions } from '../../src/storage/corrections/corrected-store.ts';
import { keepVersion, saveCorrected } from '../../src/storage/corrections/save-corrected.ts';
import { database } from '../../src/storage/database/database.ts';
import { deleteJob } from '../../src/storage/jobs/job-store.ts';
import { said } from '../fakes/corrected-document.ts';
import { fillDisk } from '../fakes/full-disk.ts';
import { addKey, type Service, startService } from './service.ts';
import { putJob } from './stored.ts';
import { faultsOf } from './validate-by-schema.ts';

const utterances = [
  said({ text: 'Good mourning Sam.', at: 0, speaker: 0 }),
  said({ text: 'Thank you.', at: 4, speaker: 1 }),
  said({ text: 'My code is swordfish.', at: 8, speaker: 0 }),
];
const result: TranscriptionResult = {
  metadata: {
    audio_duration: 12,
    number_of_distinct_channels: 1,
    billing_time: 12,
    transcription_time: 1,
  },
  transcription: {
    full_transcript: utterances.map(({ text }) => text).join(' '),
    languages: ['en'],
    utterances,
  },
};
const machine = makeDocument(utterances, 12);

let service: Service;
beforeEach(async () => {
  vi.restoreAllMocks();
  service = await startService();
});

const putDone = () => putJob({ status: 'done', completed_at: '2026-01-01T00:00:10.000Z', result });

const edit = (...changes: ((from: typeof machine) => Change | null)[]) =>
  changes.reduce((document, make) => {
    const change = make(document);
    return change ? applyChange(document, change).document : document;
  }, machine);

const corrected = edit(
  (from) => setText(from, 0, 'Good morning Sam.'),
  (from) => renameSpeaker(from, 's0', 'Ada'),
  (from) =>
    markRange(from, { from: { paragraph: 2, word: 3 }, end: { paragraph: 2, word: 4 } }, 'redacted', true),
);

const read = (id: string, query = '') => service.call(`/v2/pre-recorded/${id}/transcript${query}`);

describe('GET /v2/pre-recorded/{id}/transcript', () => {
  it('is the recognised text until somebody corrects it, then the corrected one; the job stays as it was', async () => {
    const { id } = await putDone();
    const before = await (await service.call(`/v2/pre-recorded/${id}`)).json();
    expect(await (await read(id)).json()).toMatchObject({
      id,
      revision: 0,
      edited_at: null,
      speakers: [{}, {}],
    });
    await saveCorrected(id, corrected, { revision: 0, document: null });
    const response = await read(id);
    expect(response.headers.get('content-type')).toBe('application/json');
    const answer = await response.json();
    expect(faultsOf('CorrectedTranscript', answer)).toEqual([]);
    expect(answer).toMatchObject({ revision: 1, full_transcript: 'Good morning Sam. Thank you. My code is' });
    expect(await (await service.call(`/v2/pre-recorded/${id}`)).json()).toEqual(before);
  });

  it.each([
    ['txt', 'text/plain', 'Speaker 1: Good morning Sam.\n\nSpeaker 2: Thank you.\n\nSpeaker 1: My code is\n'],
    ['srt', 'application/x-subrip', /^1\n00:00:00,000 --> [\d:,]+\nGood morning Sam\.\n/],
    ['vtt', 'text/vtt', /^WEBVTT\n\n[\d:.]+ --> [\d:.]+\n<v Speaker 1>Good morning Sam\.\n/],
  ] as const)('writes %s', async (format, type, expected) => {
    const { id } = await putDone();
    await saveCorrected(id, corrected, { revision: 0, document: null });
    const response = await read(id, `?format=${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(type);
    const text = await response.text();
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
    expect(text).not.toContain('swordfish');
  });

  it('calls speakers by their names with names=true', async () => {
    const { id } = await putDone();
    await saveCorrected(id, corrected, { revision: 0, document: null });
    expect(await (await read(id, '?format=txt&names=true')).text()).toMatch(/^Ada: Good morning/);
    expect(await (await read(id, '?format=vtt&names=true')).text()).toContain('<v Ada>Good');
    const { utterances } = await (await read(id, '?names=true')).json();
    expect(utterances.map((one: { speaker_name: string }) => one.speaker_name)).toEqual([
      'Ada',
      'Speaker 2',
      'Ada',
    ]);
  });

  it('is also at the former path, and answers HEAD', async () => {
    const { id } = await putDone();
    expect((await service.call(`/v2/transcription/${id}/transcript?format=txt`)).status).toBe(200);
    expect((await service.call(`/v2/pre-recorded/${id}/transcript`, { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    ['?format=pdf', /^format must be one of json, txt, srt, vtt, md, docx/],
    ['?names=maybe', 'names must be one of true, false'],
    ['?fromat=txt', /fromat/],
    ['?format=txt&format=srt', 'format must be given once'],
  ])('refuses %s', async (query, fault) => {
    const { id } = await putDone();
    const response = await read(id, query);
    expect(response.status).toBe(400);
    const { validation_errors } = await response.json();
    expect(validation_errors).toHaveLength(1);
    expect(validation_errors[0]).toMatch(fault);
  });

  it('is 409 before the job is done, 404 for another key and for no job', async () => {
    const queued = await putJob();
    expect((await read(queued.id)).status).toBe(409);
    const { id } = await putDone();
    const key = await addKey('other');
    const other = await service.call(`/v2/pre-recorded/${id}/transcript`, {}, { 'x-service-key': key });
    expect(other.status).toBe(404);
    expect((await read(crypto.randomUUID())).status).toBe(404);
  });

  it('is 501 with the reason where a newer version of the app has written the corrections', async () => {
    const { id } = await putDone();
    await saveCorrected(id, machine, { revision: 0, document: null });
    const db = await database();
    const row = await db.get('edits', id);
    await db.put('edits', Object.assign({}, row, { document: { format: 3 } }));
    const response = await read(id);
    expect(response.status).toBe(501);
    expect((await response.json()).message).toMatch(/newer version of the app/);
  });
});

describe('GET /v2/pre-recorded/{id}?names=true', () => {
  const namesIn = async (id: string, query: string) => {
    const job = await (await service.call(`/v2/pre-recorded/${id}${query}`)).json();
    return job.result.transcription.utterances.map((one: { speaker_name?: string }) => one.speaker_name);
  };

  it('adds the names to the machine’s utterances, and nothing else', async () => {
    const { id } = await putDone();
    await saveCorrected(id, corrected, { revision: 0, document: null });
    expect(await namesIn(id, '?names=true')).toEqual(['Ada', 'Speaker 2', 'Ada']);
    expect(await namesIn(id, '?names=false')).toEqual([undefined, undefined, undefined]);
    const job = await (await service.call(`/v2/pre-recorded/${id}?names=true`)).json();
    expect(job.result.transcription.full_transcript).toBe(result.transcription?.full_transcript);
  });

  it('knows whose words they are now', async () => {
    const { id } = await putDone();
    const merged = edit(
      (from) => renameSpeaker(from, 's0', 'Ada'),
      (from) => mergeSpeakers(from, 's1', 's0'),
    );
    await saveCorrected(id, merged, { revision: 0, document: null });
    expect(await namesIn(id, '?names=true')).toEqual(['Ada', 'Ada', 'Ada']);
  });

  it('refuses another value, and waits for the result', async () => {
    const { id } = await putDone();
    expect((await service.call(`/v2/pre-recorded/${id}?names=1`)).status).toBe(400);
    const queued = await putJob();
    expect((await service.call(`/v2/pre-recorded/${queued.id}?names=true`)).status).toBe(200);
  });
});

describe('stored corrections', () => {
  it('write the paragraphs that changed, in one transaction, and count the saves', async () => {
    const { id } = await putDone();
    const first = await saveCorrected(id, machine, { revision: 0, document: null });
    const puts = vi.spyOn(IDBObjectStore.prototype, 'put');
    const second = await saveCorrected(id, corrected, { revision: first.revision, document: machine });
    expect(puts.mock.contexts.map((store) => (store instanceof IDBObjectStore ? store.name : ''))).toEqual([
      'edits',
      'edit-paragraphs',
      'edit-paragraphs',
    ]);
    expect(second.revision).toBe(2);
    expect(await getCorrected(id)).toEqual({ ...second, document: corrected });
  });

  it('forget paragraphs that are gone', async () => {
    const { id } = await putDone();
    const saved = await saveCorrected(id, machine, { revision: 0, document: null });
    const fewer = { ...machine, paragraphs: machine.paragraphs.slice(1) };
    await saveCorrected(id, fewer, { revision: saved.revision, document: machine });
    expect((await getCorrected(id))?.document.paragraphs.map((one) => one.id)).toEqual(['p1', 'p2']);
    expect(await (await database()).getAllKeys('edit-paragraphs')).toHaveLength(2);
  });

  it('are never overwritten silently: the second of two that edit the same state is refused', async () => {
    const { id } = await putDone();
    await saveCorrected(id, machine, { revision: 0, document: null });
    await saveCorrected(id, corrected, { revision: 1, document: machine });
    const other = edit((from) => setText(from, 1, 'Thanks.'));
    await expect(saveCorrected(id, other, { revision: 1, document: machine })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await getCorrected(id))?.document).toEqual(corrected);
  });

  it('are whole or not there on a full disk', async () => {
    const { id } = await putDone();
    await saveCorrected(id, machine, { revision: 0, document: null });
    const full = fillDisk('edit-paragraphs');
    await expect(saveCorrected(id, corrected, { revision: 1, document: machine })).rejects.toMatchObject({
      code: 'storage_full',
    });
    full.mockRestore();
    expect(await getCorrected(id)).toMatchObject({ revision: 1, document: machine });
  });

  it('go with their job, in one transaction, with their versions', async () => {
    const { id } = await putDone();
    const other = await putDone();
    for (const job of [id, other.id]) {
      await saveCorrected(job, machine, { revision: 0, document: null });
      await keepVersion(job, machine, 'Before replacing');
    }
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await deleteJob(id);
    expect(transactions).toHaveBeenCalledTimes(1);
    expect(await getCorrected(id)).toBeNull();
    expect(await listVersions(id)).toEqual([]);
    expect((await getCorrected(other.id))?.document).toEqual(machine);
    expect(await listVersions(other.id)).toHaveLength(1);
    await expect(saveCorrected(id, machine, { revision: 0, document: null })).rejects.toMatchObject({
      code: 'not_found',
    });
    await keepVersion(id, machine, 'Too late');
    expect(await listVersions(id)).toEqual([]);
  });

  it('have versions that can be looked at, the newest 30', async () => {
    const { id } = await putDone();
    for (let n = 1; n <= 32; n++) await keepVersion(id, n === 32 ? corrected : machine, `State ${n}`);
    const versions = await listVersions(id);
    expect(versions).toHaveLength(30);
    expect(versions[0]).toMatchObject({ number: 32, label: 'State 32', words: 9 });
    expect(await getVersion(id, 32)).toEqual(corrected);
    expect(await getVersion(id, 3)).toEqual(machine);
    await expect(getVersion(id, 2)).rejects.toMatchObject({ code: 'not_found' });
  });
});
