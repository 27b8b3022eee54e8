import type { BackupQuestion } from '../../src/client/backup/backup-questions.ts';
import { restoreBackup } from '../../src/client/backup/restore-backup.ts';
import { writeBackup } from '../../src/client/backup/write-backup.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import { AppError } from '../../src/lib/errors/errors.ts';
import { getCorrected, getVersion, listVersions } from '../../src/storage/corrections/corrected-store.ts';
import { changeDictionary, getDictionary } from '../../src/storage/corrections/dictionary-store.ts';
import { keepVersion, saveCorrected } from '../../src/storage/corrections/save-corrected.ts';
import { database } from '../../src/storage/database/database.ts';
import { changeEntries } from '../../src/storage/library/library-rows.ts';
import { addAudio } from '../../src/storage/recordings/audio-store.ts';
import { getPeaks, putPeaks } from '../../src/storage/recordings/peaks-store.ts';
import { getSettings, updateSettings } from '../../src/storage/settings/settings-store.ts';
import { putJob } from '../contract/stored.ts';
import { audio } from '../fakes/empty-database.ts';
import { type Call, crashed, type Outcome } from './check-import.ts';
import { DOCUMENT, RESULT } from './transcript-case.ts';

/** A backup that has one of everything, of the library that is stored by this. */
export async function wholeBackup(): Promise<Blob> {
  const bytes = new Blob([new Uint8Array(2000).fill(3)]);
  const recording = audio({ size: bytes.size });
  await addAudio(recording, blobSource(bytes));
  await putPeaks(recording.id, { rate: 40, peaks: Uint8Array.from([0, 128, 255]) });
  const { id, audio_id, filename, source, audio_duration, number_of_channels } = {
    ...recording,
    audio_id: recording.id,
  };
  const file = { id, filename, source, audio_duration, number_of_channels };
  const done = await putJob({
    status: 'done',
    result: RESULT,
    audio_id,
    file,
    custom_metadata: { order: 7 },
  });
  await saveCorrected(done.id, DOCUMENT, { revision: 0, document: null });
  await keepVersion(done.id, DOCUMENT, 'Kept by hand');
  await changeEntries([done.id], { name: 'Talk', addTags: ['work'], folder: 'One' });
  await putJob({ run_in: 'pool' });
  await updateSettings(({ clients, limits }) => ({
    model_host: 'https://mirror.example',
    private_addresses: true,
    limits: { ...limits, requests_per_minute: 90_000 },
    clients: { ...clients, base_addresses: ['https://hosted.example'], key_headers: ['x-other-key'] },
  }));
  await changeDictionary(() => [{ term: 'Earshot', variants: ['ear shot'] }]);
  return new Response(await writeBackup()).blob();
}

const all = async (questions: readonly BackupQuestion[]) => new Set(questions.map(({ about }) => about));

/** Restores a backup into an empty database as the app does, then reads all that was taken and backs it up again. */
export async function checkBackup(
  file: Blob,
  takesAll: boolean,
  start: () => Promise<Call>,
): Promise<Outcome> {
  let call = await start();
  try {
    const refused = await restoreBackup(file, takesAll ? { ask: all } : {}).then(
      () => null,
      (error: unknown) => error,
    );
    if (refused !== null) return await checkRefused(refused);
    // A person may have taken over that a request a minute is enough.
    await updateSettings(({ limits }) => ({ limits: { ...limits, requests_per_minute: null } }));
    await readAll(call);
    const again = await new Response(await writeBackup()).blob();
    call = await start();
    await restoreBackup(again, { ask: all });
    await readAll(call);
    return { outcome: 'accepted', detail: '' };
  } catch (error) {
    return crashed(error);
  }
}

/** A refusal names its reason, and left nothing. */
async function checkRefused(error: unknown): Promise<Outcome> {
  if (!(error instanceof AppError) || error.status >= 500) return crashed(error);
  const db = await database();
  for (const store of ['jobs', 'audio', 'audio-pieces', 'edits', 'edit-versions'] as const) {
    if ((await db.count(store)) > 0) throw new Error(`It was refused, and left something in ${store}.`);
  }
  return { outcome: 'refused', detail: error.message };
}

async function readAll(call: Call): Promise<void> {
  const ok = async (path: string): Promise<Response> => {
    const answer = await call(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    return answer;
  };
  await Promise.all([getSettings(), getDictionary()]);
  const { items } = await (await ok('/v2/pre-recorded?limit=100')).json();
  const db = await database();
  if (items.length !== (await db.count('jobs'))) throw new Error('A job is not listed.');
  for (const { id, status, file } of items) {
    await ok(`/v2/pre-recorded/${id}?names=true`);
    await getCorrected(id);
    for (const { number } of await listVersions(id)) await getVersion(id, number);
    const exported = await call(`/v2/pre-recorded/${id}/transcript?format=srt`);
    const isMissing = exported.status === 409 || exported.status === 400;
    if (!exported.ok && !(isMissing && (status !== 'done' || exported.status === 400))) {
      throw new Error(`transcript: ${exported.status} ${(await exported.text()).slice(0, 300)}`);
    }
    if (file) await getPeaks(file.id);
    const bytes = await call(`/v2/pre-recorded/${id}/file`);
    if (bytes.status !== 404)
      await (bytes.ok ? bytes.arrayBuffer() : Promise.reject(new Error(`file: ${bytes.status}`)));
  }
}
