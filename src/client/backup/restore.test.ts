import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { audio, emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { failWrites } from '../../../tests/fakes/failing-writes.ts';
import { isThorough } from '../../../tests/runner/thorough.ts';
import { preRecordedRequest } from '../../contract/jobs/pre-recorded-request.ts';
import { liveParams } from '../../contract/live/live-request.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { applyChange } from '../../document/edits/change.ts';
import { setTranslation } from '../../document/translations/paragraph-translations.ts';
import { blobSource, PIECE_BYTES } from '../../lib/bytes/byte-source.ts';
import { getCorrected, getVersion, listVersions } from '../../storage/corrections/corrected-store.ts';
import { keepVersion, saveCorrected } from '../../storage/corrections/save-corrected.ts';
import { database } from '../../storage/database/database.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { addJob, deleteJob, getJob, jobIdsByStatus, updateJob } from '../../storage/jobs/job-store.ts';
import { markDeleted } from '../../storage/library/library-rows.ts';
import { addLiveMessages, liveMessages } from '../../storage/live/live-store.ts';
import {
  addArrivals,
  appendToArrival,
  listArrivals,
  listWaitingArrivals,
  newArrival,
  noteArrivalAudio,
  readArrival,
  sweepArrivals,
} from '../../storage/recordings/arrival-store.ts';
import {
  addAudio,
  deleteAbandonedAudio,
  deleteHalfWrittenAudio,
  openAudioBytes,
} from '../../storage/recordings/audio-store.ts';
import { putPeaks } from '../../storage/recordings/peaks-store.ts';
import { getSettings, updateSettings } from '../../storage/settings/settings-store.ts';
import type { Accepted, BackupQuestion } from './backup-questions.ts';
import { backedUpArrival } from './backup-records.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const BYTES = new Uint8Array(PIECE_BYTES + 99).fill(7);
/** Everything in a transcript's rows. */
const STORES = ['jobs', 'results', 'edits', 'edit-paragraphs', 'edit-versions', 'audio', 'peaks'] as const;

beforeEach(async () => {
  await emptyDatabase();
  // What cannot be cleaned up is reported.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

/** A finished job with a recording, a waveform, corrections and two versions. */
async function storeWhole(): Promise<string> {
  const record = audio({ filename: 'talk.wav', size: BYTES.length });
  await addAudio(record, blobSource(new Blob([BYTES])));
  await putPeaks(record.id, { rate: 40, peaks: Uint8Array.from([0, 9, 255]) });
  const { id } = job({});
  await addJob(job({ id, audio_id: record.id }));
  await updateJob(id, () => ({ status: 'done', progress: 1 }));
  await saveCorrected(id, documentOf({ text: 'hello there', at: 1 }), { revision: 0, document: null });
  await keepVersion(id, documentOf({ text: 'hello', at: 1 }), 'First', '2026-01-02T00:00:00.000Z');
  await keepVersion(id, documentOf({ text: 'hello their', at: 1 }), 'Second', '2026-01-03T00:00:00.000Z');
  return id;
}

const backup = async (): Promise<Blob> => new Response(await writeBackup()).blob();

/** All rows, without the moment in which corrections were stored. */
async function rows() {
  const db = await database();
  const found = await Promise.all(STORES.map(async (store) => [store, await db.getAll(store)] as const));
  return JSON.parse(JSON.stringify(Object.fromEntries(found)), (key, value) =>
    key === 'edited_at' || key === 'revision' ? null : value,
  );
}

/** What a host does when it starts; every recording is older than a week by now. */
async function cleanUp(): Promise<void> {
  await deleteAbandonedAudio(new Date());
  await deleteHalfWrittenAudio();
}

describe('a backup of a live session', () => {
  it('has what the session sent, which a restore brings back once', async () => {
    const { id } = job({ live: liveParams.parse({}) });
    await addJob(job({ id, live: liveParams.parse({}) }));
    await updateJob(id, () => ({ status: 'done', progress: 1 }));
    const sent = ['{"type":"start_session"}', '{"type":"transcript"}', '{"type":"end_session"}'];
    await addLiveMessages(id, 0, sent);
    const file = await backup();
    await emptyDatabase();
    await restoreBackup(file);
    expect(await liveMessages(id)).toEqual(sent);
    expect(await restoreBackup(file)).toMatchObject({ known: 1 });
    expect(await liveMessages(id)).toEqual(sent);
  });
});

describe('a backup of a translation that somebody wrote', () => {
  it('brings it back, in the transcript and in its versions, and it can be undone', async () => {
    const { id } = job({});
    await addJob(job({ id }));
    await updateJob(id, () => ({ status: 'done', progress: 1 }));
    const written = (document: CorrectedTranscript, text: string) => {
      const change = setTranslation(document, document.paragraphs[0]?.id ?? '', 'pt', { text, before: null });
      if (!change) throw new Error('There is no paragraph.');
      return applyChange(document, change);
    };
    const machine = documentOf({ text: 'hello there', at: 1 });
    const first = written(machine, 'olá');
    const second = written(first.document, 'olá aí');
    expect(applyChange(second.document, second.inverse).document).toEqual(first.document);
    await saveCorrected(id, second.document, { revision: 0, document: null });
    await keepVersion(id, first.document, 'First', '2026-01-02T00:00:00.000Z');
    const file = await backup();
    await emptyDatabase();
    await restoreBackup(file);
    expect((await getCorrected(id))?.document.paragraphs).toEqual(second.document.paragraphs);
    const [version] = await listVersions(id);
    expect((await getVersion(id, version?.number ?? -1)).paragraphs).toEqual(first.document.paragraphs);
  });
});

describe('a backup that was cut off', () => {
  it('is refused with its reason wherever it was cut, and leaves nothing', async () => {
    await storeWhole();
    const file = await backup();
    await emptyDatabase();
    const nothing = await rows();
    for (let part = 0; part < 20; part++) {
      // Also within its last bytes, where the list of its files is.
      const end = part < 14 ? Math.floor((file.size * part) / 14) : file.size - 4 ** (part - 13) / 4;
      const error = await restoreBackup(file.slice(0, end)).then(
        () => null,
        (one) => one,
      );
      expect(error, `cut to ${end} of ${file.size} bytes`).toMatchObject({ status: 400 });
      expect(error.message).toMatch(/Nothing was changed\.$/);
    }
    expect(await rows()).toEqual(nothing);
  });
});

describe('a backup that two tabs restore at the same time', () => {
  it('is there once, and neither fails', async () => {
    await storeWhole();
    const whole = await rows();
    const file = await backup();
    await emptyDatabase();
    const restored = await Promise.all([restoreBackup(file), restoreBackup(file)]);
    expect(restored.map((one) => (one?.transcripts ?? 0) + (one?.known ?? 0))).toEqual([1, 1]);
    expect(await rows()).toEqual(whole);
  });
});

describe('a restore that is interrupted', () => {
  it('leaves each transcript whole or absent, and the next one completes it', async () => {
    // By day one of them: each write of each is a restore of its own.
    const ids = [await storeWhole(), ...(isThorough ? [await storeWhole()] : [])];
    const whole = await rows();
    const file = await backup();
    let stopped = 0;
    for (let write = 1; ; write++) {
      await emptyDatabase();
      // Nothing is written after the page has ended, not even by what cleans up behind an error.
      const ending = failWrites((nth) => nth >= write);
      const outcome = await restoreBackup(file).then(
        () => 'done',
        () => 'ended',
      );
      ending.mockRestore();
      if (outcome === 'done') break;
      stopped += 1;
      await cleanUp();
      for (const id of ids) {
        const here = await getJob(id);
        if (!here) continue;
        expect((await openAudioBytes(here.audio_id ?? '')).size).toBe(BYTES.length);
        const db = await database();
        expect(await db.count('edit-versions', IDBKeyRange.bound([id], [id, []]))).toBe(2);
        expect(await db.getKey('edits', id)).toBe(id);
        expect(await db.getKey('peaks', here.audio_id ?? '')).toBeDefined();
      }
      const again = await restoreBackup(file);
      expect((again?.transcripts ?? 0) + (again?.known ?? 0)).toBe(ids.length);
      expect(await rows()).toEqual(whole);
    }
    // Two pieces and the rows of each, the settings and the dictionary at least.
    expect(stopped).toBeGreaterThanOrEqual(1 + 3 * ids.length);
  });

  it('brings back what was recorded or shared and not transcribed yet, whole or not at all', async () => {
    const recorded = newArrival('recorded', { filename: 'dictation.webm', type: 'audio/webm;codecs=opus' });
    const kept = await appendToArrival(recorded, [BYTES.slice(0, 9), BYTES.slice(9, 99)], 2);
    const shared = newArrival('shared', { filename: 'record.json', type: '' }, '2026-01-01T00:00:00.000Z');
    await addArrivals([{ record: shared, bytes: blobSource(new Blob([BYTES])) }]);
    // What a job was made of is in the backup as that job.
    const taken = await appendToArrival(newArrival('recorded', recorded), [BYTES.slice(0, 9)], 1);
    const { id: audioId } = audio();
    await addAudio(audio({ id: audioId, size: 9 }), blobSource(new Blob([BYTES.slice(0, 9)])));
    await addJob(job({ audio_id: audioId }));
    await noteArrivalAudio(taken.id, audioId);
    const file = await backup();
    let stopped = 0;
    for (let write = 1; ; write++) {
      await emptyDatabase();
      const ending = failWrites((nth) => nth >= write);
      const outcome = await restoreBackup(file).catch((error: unknown) => {
        if (write > 30) throw error;
        return null;
      });
      ending.mockRestore();
      // What is left to a host: nothing is older than a week by now.
      await sweepArrivals(new Date('2026-01-08'));
      const here = await listArrivals();
      for (const record of here) expect((await readArrival(record)).size).toBe(record.bytes);
      if (outcome) {
        expect(outcome).toMatchObject({ transcripts: 1, arrivals: 2 });
        break;
      }
      stopped += 1;
      expect(await restoreBackup(file)).toMatchObject({ arrivals: 2 - here.length });
      expect(await listArrivals()).toHaveLength(2);
    }
    expect(stopped).toBeGreaterThanOrEqual(6);
    const { waiting } = await listWaitingArrivals();
    expect(waiting.find(({ id }) => id === kept.id)).toEqual({ ...kept, pieces: 1 });
    expect(waiting.find(({ id }) => id === shared.id)).toMatchObject({
      filename: 'record.json',
      bytes: BYTES.length,
    });
    expect(await (await database()).count('arrival-pieces')).toBe(3);
    // A second restore adds nothing, and a backup of chosen recordings has none.
    expect(await restoreBackup(file)).toMatchObject({ arrivals: 0 });
    const [chosen] = await jobIdsByStatus('queued');
    const some = await new Response(await writeBackup({ jobIds: [chosen ?? ''] })).blob();
    await emptyDatabase();
    expect(await restoreBackup(some)).toMatchObject({ transcripts: 1, arrivals: 0 });
  });

  it('gives what was recorded no type that a browser would open as a page', () => {
    const record = newArrival('shared', { filename: 'a', type: 'text/html' });
    expect(backedUpArrival.parse(record).type).toBe('application/octet-stream');
  });

  it('loses no recording to a host that starts meanwhile', async () => {
    await storeWhole();
    const whole = await rows();
    const file = await backup();
    await emptyDatabase();
    let cleans = true;
    const cleaning = (async () => {
      while (cleans) await cleanUp();
    })();
    await restoreBackup(file);
    cleans = false;
    await cleaning;
    expect(await rows()).toEqual(whole);
  });

  it.each<[string, (id: string, audioId: string) => Promise<unknown>]>([
    ['corrections', async (id) => (await database()).delete('edits', id)],
    ['versions', async (id) => (await database()).delete('edit-versions', IDBKeyRange.bound([id], [id, []]))],
    ['the newer of two versions', async (id) => (await database()).delete('edit-versions', [id, 2])],
    ['the older of two versions', async (id) => (await database()).delete('edit-versions', [id, 1])],
    ['the waveform', async (_, audioId) => (await database()).delete('peaks', audioId)],
    [
      'the recording',
      async (id, audioId) => {
        const db = await database();
        await db.delete('audio', audioId);
        await db.delete('audio-pieces', IDBKeyRange.bound([audioId], [audioId, []]));
        await updateJob(id, () => ({ audio_id: null }));
      },
    ],
  ])('by an earlier version of the app is completed: %s', async (_, remove) => {
    const id = await storeWhole();
    const whole = await rows();
    const file = await backup();
    await remove(id, (await getJob(id))?.audio_id ?? '');
    expect(await rows()).not.toEqual(whole);
    expect(await restoreBackup(file)).toMatchObject({ transcripts: 0, completed: 1, known: 0 });
    expect(await rows()).toEqual(whole);
    expect(await restoreBackup(file)).toMatchObject({ completed: 0, known: 1 });
  });

  it('brings back what waits for its deletion', async () => {
    const id = await storeWhole();
    const whole = await rows();
    const file = await backup();
    await markDeleted([id]);
    expect(await restoreBackup(file)).toMatchObject({ transcripts: 1 });
    expect(await rows()).toEqual(whole);
  });
});

describe('what a backup would send elsewhere', () => {
  const waiting = (changes: Partial<JobRecord> = {}) =>
    job({
      params: preRecordedRequest.parse({
        audio_url: 'https://recordings.example/talk.mp3',
        callback: true,
        callback_config: { url: 'https://spy.example/told' },
        callback_url: 'https://spy.example/old',
      }),
      run_in: 'pool',
      in_pool: true,
      ...changes,
    });

  /** A backup of somebody else. */
  async function foreign(): Promise<{ file: Blob; id: string }> {
    const { id } = (await addJob(waiting())) ?? { id: '' };
    await updateSettings(({ limits, clients }) => ({
      model_host: 'https://models.example',
      private_addresses: true,
      limits: { ...limits, max_duration: 1 },
      clients: { ...clients, base_addresses: ['https://hosted.example'], key_headers: ['x-their-key'] },
      no_network: true,
    }));
    const file = await backup();
    await emptyDatabase();
    return { file, id };
  }

  const restoreWith = async (file: Blob, answer: (all: Accepted) => Accepted | null) => {
    let asked: readonly BackupQuestion[] = [];
    const restored = await restoreBackup(file, {
      ask: async (questions) => {
        asked = questions;
        return answer(new Set(questions.map(({ about }) => about)));
      },
    });
    return { asked, restored };
  };

  it('is asked about before anything is stored, each thing by itself', async () => {
    const { file, id } = await foreign();
    const { asked, restored } = await restoreWith(file, () => null);
    expect(asked).toMatchObject([
      { about: 'model_host', address: 'https://models.example' },
      { about: 'private_addresses' },
      { about: 'clients', clients: { base_addresses: ['https://hosted.example'] } },
      { about: 'limits', limits: { max_duration: 1 } },
      { about: 'callbacks', jobs: 1, receivers: ['https://spy.example/old', 'https://spy.example/told'] },
      { about: 'addresses', jobs: 1, origins: ['https://recordings.example'] },
      { about: 'pool', jobs: 1 },
    ]);
    expect(restored).toBeNull();
    expect(await getJob(id)).toBeNull();
    expect((await getSettings()).no_network).toBe(false);
  });

  it('is not taken without an answer', async () => {
    const { file, id } = await foreign();
    const untouched = await getSettings();
    expect(await restoreBackup(file)).toMatchObject({ transcripts: 1 });
    // It protects more.
    expect(await getSettings()).toEqual({ ...untouched, no_network: true });
    const restored = await getJob(id);
    expect(restored).toMatchObject({ status: 'queued', paused: true, params: { callback: false } });
    expect(JSON.stringify(restored)).not.toMatch(/spy\.example|"(?:run_in|in_pool)"/);
  });

  it.each<[BackupQuestion['about'], () => Promise<unknown>, unknown]>([
    ['model_host', async () => (await getSettings()).model_host, 'https://models.example'],
    ['private_addresses', async () => (await getSettings()).private_addresses, true],
    ['clients', async () => (await getSettings()).clients.key_headers, ['x-their-key']],
    ['limits', async () => (await getSettings()).limits.max_duration, 1],
  ])('is taken alone where it was accepted: %s', async (about, read, value) => {
    const { file } = await foreign();
    await restoreWith(file, () => new Set([about]));
    expect(await read()).toEqual(value);
    const { model_host, private_addresses, clients, limits } = await getSettings();
    const changed = [model_host !== 'hub', private_addresses, clients.key_headers[0], limits.max_duration];
    expect(changed.filter(Boolean)).toHaveLength(1);
  });

  it('stays with jobs where it was accepted', async () => {
    const { file, id } = await foreign();
    await restoreWith(file, (all) => all);
    const restored = await getJob(id);
    expect(restored).toMatchObject({ run_in: 'pool', params: { callback: true } });
    expect(restored?.paused).toBeUndefined();
    expect(restored?.in_pool).toBeUndefined();
  });

  it('is asked for finished jobs, too, which can be repeated; not for what is here already', async () => {
    const { id } = (await addJob(waiting())) ?? { id: '' };
    await updateJob(id, () => ({ status: 'error', error: { code: 'internal', status: 500, message: 'x' } }));
    const file = await backup();
    expect((await restoreWith(file, (all) => all)).asked).toEqual([]);
    await deleteJob(id);
    expect((await restoreWith(file, (all) => all)).asked.map(({ about }) => about)).toEqual(['callbacks']);
  });

  it('refuses headers that no request can have', async () => {
    await updateSettings(({ clients }) => ({ clients: { ...clients, key_headers: ['not a header'] } }));
    const file = await backup();
    await emptyDatabase();
    await expect(restoreBackup(file)).rejects.toThrow(/"settings\.json": .*“not a header” must be the name/);
  });
});
