import { beforeEach, describe, expect, it, vi } from 'vitest';
import { correctingLock } from '../../src/contract/realms/correcting-lock.ts';
import { importMapping, ownMappings } from '../../src/contract/transcripts/import-mapping.ts';
import { makeDocument } from '../../src/document/make-document.ts';
import { getCorrected, getVersion, listVersions } from '../../src/storage/corrections/corrected-store.ts';
import { saveCorrected } from '../../src/storage/corrections/save-corrected.ts';
import { database } from '../../src/storage/database/database.ts';
import { updateJob } from '../../src/storage/jobs/job-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { said } from '../fakes/corrected-document.ts';
import { fillDisk } from '../fakes/full-disk.ts';
import { addKey, type Service, startService } from './service.ts';
import { putJob } from './stored.ts';
import { faultsOf } from './validate-by-schema.ts';

const utterances = [
  said({ text: 'Good mourning Sam.', at: 0, speaker: 0 }),
  said({ text: 'Thank you.', at: 4, speaker: 1 }),
];
const result = {
  metadata: { audio_duration: 12, number_of_distinct_channels: 1, billing_time: 12, transcription_time: 1 },
  transcription: {
    full_transcript: utterances.map(({ text }) => text).join(' '),
    languages: ['en' as const],
    utterances,
  },
};
const SRT =
  '1\n00:00:00,100 --> 00:00:02,000\nGood morning Sam.\n\n2\n00:00:04,000 --> 00:00:05,000\nThank you.\n';

let service: Service;
beforeEach(async () => {
  vi.restoreAllMocks();
  service = await startService();
});

const putDone = () => putJob({ status: 'done', completed_at: '2026-01-01T00:00:10.000Z', result });
const send = (id: string, body: BodyInit, query = '', type = 'application/octet-stream', headers = {}) =>
  service.call(
    `/v2/pre-recorded/${id}/transcript${query}`,
    { method: 'POST', body, headers: { 'content-type': type } },
    headers,
  );

/** Everything stored of corrections. */
async function stored() {
  const db = await database();
  return Promise.all([db.getAll('edits'), db.getAll('edit-paragraphs'), db.getAll('edit-versions')]);
}

describe('POST /v2/pre-recorded/{id}/transcript', () => {
  it('puts the file beside the recording, aligned to it, and keeps what was there as a version', async () => {
    const { id } = await putDone();
    const before = await (await service.call(`/v2/pre-recorded/${id}`)).json();
    const response = await send(id, SRT, '?name=talk.srt');
    expect(response.status).toBe(200);
    const answer = await response.json();
    expect(faultsOf('CorrectedTranscript', answer)).toEqual([]);
    expect(answer).toMatchObject({
      revision: 1,
      imported: { name: 'talk.srt', format: 'srt', aligned: true, heard: 0.8 },
      full_transcript: 'Good morning Sam. Thank you.',
      speakers: [{ speaker: 0 }, { speaker: 1 }],
    });
    expect(answer.utterances[1].words[0]).toMatchObject({ start: 4, end: 4.4 });
    const read = await service.call(`/v2/pre-recorded/${id}/transcript?names=true`);
    expect(await read.json()).toEqual(answer);
    const srt = await service.call(`/v2/pre-recorded/${id}/transcript?format=srt`);
    expect(await srt.text()).toBe(SRT);
    expect(await (await service.call(`/v2/pre-recorded/${id}`)).json()).toEqual(before);
    expect(await listVersions(id)).toMatchObject([{ label: 'Before importing talk.srt' }]);
    expect(await getVersion(id, 1)).toEqual(makeDocument(utterances, 12));
  });

  it("reads what no program is known for by the person's mapping, once there is one", async () => {
    const { id } = await putDone();
    const log = '<?xml version="1.0"?><log><turn who="Ada" at="1">Good morning Sam.</turn></log>';
    expect((await send(id, log, '?name=studio.xml')).status).toBe(400);
    const layouts = [{ list: 'log[].turn[]', start: 'at', voice: 'who', text: '#text' }];
    const studio = importMapping.parse({ program: 'Studio', reader: 'trees', layouts });
    await updateSettings(() => ({ import_mappings: ownMappings.parse([studio]) }));
    const answer = await (await send(id, log, '?name=studio.xml')).json();
    expect(answer).toMatchObject({ full_transcript: 'Good morning Sam.', imported: { name: 'studio.xml' } });
    expect((await send(id, SRT, '?name=talk.srt')).status).toBe(200);
  });

  it('replaces earlier corrections, which a version keeps', async () => {
    const { id } = await putDone();
    const machine = makeDocument(utterances, 12);
    await saveCorrected(
      id,
      { ...machine, chapters: [{ id: 'c', start: 1, title: 'One', made_by: 'hand' }] },
      { revision: 0, document: null },
    );
    expect(await (await send(id, SRT)).json()).toMatchObject({ revision: 2, chapters: [] });
    expect((await getVersion(id, 1)).chapters).toHaveLength(1);
  });

  it.each([
    ['text/vtt', 'WEBVTT\n\n00:00.100 --> 00:02.000\nHello\n', 'vtt'],
    ['application/json', JSON.stringify({ segments: [{ start: 0, end: 1, text: 'Hello' }] }), 'json'],
    ['text/csv', 'start,end,text\n0,1.5,Hello\n', 'csv'],
    ['application/ttml+xml', '<tt><body><p begin="0s" end="1s">Hello</p></body></tt>', 'ttml'],
    ['text/plain', 'Hello', 'txt'],
    ['text/plain', SRT.replace(/Good.*/s, 'Hello'), 'srt'],
  ])('takes %s', async (type, body, format) => {
    const { id } = await putDone();
    const answer = await (await send(id, body, '', type)).json();
    expect(answer).toMatchObject({ full_transcript: 'Hello', imported: { name: 'transcript', format } });
  });

  it('says what was mended in a file or left out of it, now and later', async () => {
    const { id } = await putDone();
    const broken = '1\n00:00:03,000 --> 00:00:02,000\nHi\n\n2\n00:99:00,000 --> 00:99:01,000\nLost\n';
    const notes = [
      expect.stringMatching(/^Line 6: .* left out\.$/),
      expect.stringMatching(/^Line 2: .* got an end/),
    ];
    expect(await (await send(id, broken, '?name=talk.srt')).json()).toMatchObject({ imported: { notes } });
    const read = await service.call(`/v2/pre-recorded/${id}/transcript`);
    expect(await read.json()).toMatchObject({ full_transcript: 'Hi', imported: { notes } });
  });

  it('takes format and language, and is at the former path', async () => {
    const { id } = await putDone();
    const answer = await (await send(id, '1', '?format=txt&language=de')).json();
    expect(answer).toMatchObject({ full_transcript: '1', languages: ['de'] });
    const former = await service.call(`/v2/transcription/${id}/transcript`, { method: 'POST', body: SRT });
    expect(former.status).toBe(200);
  });

  it('waits beside a job that is not done', async () => {
    const { id } = await putJob();
    const answer = await (await send(id, SRT, '?name=talk.srt')).json();
    expect(answer).toMatchObject({ revision: 1, imported: { aligned: false } });
    expect(await listVersions(id)).toEqual([]);
    expect((await getCorrected(id))?.document.imported?.passages).toHaveLength(2);
    // Sent again, such as a better one.
    expect(await (await send(id, SRT)).json()).toMatchObject({ revision: 2, imported: { aligned: false } });
    await updateJob(id, () => ({ status: 'done', result }));
    expect(await (await send(id, SRT)).json()).toMatchObject({ revision: 3, imported: { aligned: true } });
    expect(await listVersions(id)).toEqual([]);
  });

  it.each([
    ['Hi\n', '?name=talk.srt', /“talk\.srt” .* it has no line of times/],
    ['{"a":', '?format=json', /line 1: it is not JSON/],
    ['hi', '?format=docx', /format must be one of srt, vtt, sbv, ass, ttml, csv, textgrid, txt, json/],
    ['hi', '?nmae=x', /nmae/],
    ['', '', /it has no text/],
    [
      new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe]),
      '?name=a.docx',
      /it is a Word document\. What can be read: SRT/,
    ],
  ])('refuses what it cannot read, and changes nothing: %j', async (body, query, reason) => {
    const { id } = await putDone();
    const before = await stored();
    const response = await send(id, body, query);
    expect(response.status).toBe(400);
    const { message, validation_errors } = await response.json();
    expect(validation_errors?.[0] ?? message).toMatch(reason);
    expect(await stored()).toEqual(before);
  });

  const at = (end: number) =>
    JSON.stringify({ segments: [{ start: 0, end, text: 'Hi', words: [{ word: 'Hi', start: 0, end }] }] });
  const documentWith = (changes: object) => JSON.stringify({ ...makeDocument(utterances, 12), ...changes });
  const note = { id: 'n1', kind: 'note', start: 0, end: 1, channel: null, text: '', colour: 0 };

  it.each([
    ['a time that is no number after computing', at(1e308), /paragraphs\.0\.end: must be at most/],
    ['a time after any recording and any date', at(1e15), /end: must be at most 100000000 seconds/],
    [
      'two things with one id',
      documentWith({ notes: [note, note] }),
      /notes\.1\.id: must be in the list once/,
    ],
  ])('refuses what could not be read again, and changes nothing: %s', async (_, body, reason) => {
    const { id } = await putDone();
    const before = await stored();
    const response = await send(id, body);
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(reason);
    expect(await stored()).toEqual(before);
  });

  it('refuses beside a job that is not done what its words could not be timed by', async () => {
    const { id } = await putJob();
    const response = await send(
      id,
      JSON.stringify({ segments: [{ start: 1e308, end: 1e308, text: 'Hi there' }] }),
    );
    expect(response.status).toBe(400);
    expect(await getCorrected(id)).toBeNull();
  });

  it.each([0, 2 ** 53 - 1])('gives out no id twice, whatever the file says: %d', async (said) => {
    const { id } = await putDone();
    expect((await send(id, documentWith({ next: said }))).status).toBe(200);
    const { next, paragraphs } = (await getCorrected(id))?.document ?? { next: 0, paragraphs: [] };
    expect(paragraphs.map((paragraph) => paragraph.id)).toEqual(['p0', 'p1']);
    expect(next).toBe(2);
  });

  it('takes the place of corrections that are damaged, whose versions stay', async () => {
    const { id } = await putDone();
    await send(id, SRT);
    await send(id, SRT);
    const db = await database();
    // As an earlier version stored what it could not read.
    const [first] = await db.getAll('edit-paragraphs');
    await db.put('edit-paragraphs', { ...Object(first), start: Number.POSITIVE_INFINITY }, [id, 'gone']);
    await expect(getCorrected(id)).rejects.toThrow(/damaged/);
    expect(await listVersions(id)).toHaveLength(2);
    expect(await (await send(id, SRT)).json()).toMatchObject({ revision: 3 });
    expect((await getCorrected(id))?.document.paragraphs).not.toHaveLength(0);
    expect(await listVersions(id)).toHaveLength(3);
  });

  it.each(['edit-versions', 'edit-paragraphs'])('changes no text on a full disk: %s', async (store) => {
    const { id } = await putDone();
    const [edits, paragraphs] = await stored();
    const full = fillDisk(store);
    expect((await send(id, SRT)).status).toBe(507);
    full.mockRestore();
    expect((await stored()).slice(0, 2)).toEqual([edits, paragraphs]);
  });

  it('is 409 while a tab corrects the transcript and for a failed job, 404 for others', async () => {
    const { id } = await putDone();
    await navigator.locks.request(correctingLock(id), async () => {
      const response = await send(id, SRT);
      expect(response.status).toBe(409);
      expect((await response.json()).message).toMatch(/being corrected in a tab/);
    });
    const failed = await putJob({ status: 'error', error: { code: 'internal', status: 500, message: 'x' } });
    expect((await send(failed.id, SRT)).status).toBe(409);
    const other = await addKey('other');
    expect((await send(id, SRT, '', 'text/plain', { 'x-service-key': other })).status).toBe(404);
    expect((await send(crypto.randomUUID(), SRT)).status).toBe(404);
  });
});
