import { announce } from '../../contract/realms/channel.ts';
import { correctingLock } from '../../contract/realms/correcting-lock.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { speakerDuring } from '../../document/reading/speaker-during.ts';
import { NameMask } from '../../lib/mask-names.ts';
import { settleInWorker } from '../../realms/second-place/page/spawn.ts';
import { versionRecord } from '../../storage/corrections/corrected-records.ts';
import { getCorrected, getVersion, listVersions } from '../../storage/corrections/corrected-store.ts';
import { packVersion, saveCorrected } from '../../storage/corrections/save-corrected.ts';
import { changeStores } from '../../storage/database/change-stores.ts';
import { database } from '../../storage/database/database.ts';
import { audioRecord, type JobRecord } from '../../storage/database/records.ts';
import { getJob, updateJob } from '../../storage/jobs/job-store.ts';
import { LIBRARY } from '../../storage/library/library-stores.ts';
import { messagesOf } from '../../storage/live/live-rows.ts';
import { changeVoiceMemory, getJobVoices, keepVoicesOf } from '../../storage/voices/voice-store.ts';

export interface Forgotten {
  /** Places in which the name was found. */
  places: number;
  /** Recordings that have it. */
  recordings: number;
  /** Recordings that another tab is correcting, or that still run: nothing of them was changed. */
  busy: number;
}

interface Options {
  /** Otherwise the places are counted alone. */
  write: boolean;
  signal: AbortSignal;
  /** Called with the recordings done so far, and all. */
  onProgress: (done: number, all: number) => void;
}

/** The voice, and the name wherever it is written; the sound is not changed. One recording after the other. */
export async function forgetPerson(
  spellings: readonly string[],
  { write, signal, onProgress }: Options,
): Promise<Forgotten> {
  const outcome: Forgotten = { places: 0, recordings: 0, busy: 0 };
  if (spellings.length === 0) return outcome;
  const names = new Set(spellings.map((one) => one.toLowerCase()));
  const ids = await (await database()).getAllKeys('jobs');
  for (const [done, id] of ids.entries()) {
    signal.throwIfAborted();
    onProgress(done, ids.length);
    const mask = new NameMask(spellings);
    await navigator.locks.request(correctingLock(id), { ifAvailable: true }, async (lock) => {
      const job = await getJob(id);
      if (!job) return;
      const changed = await maskJob(job, mask, names);
      const { count } = mask;
      if (count === 0) return;
      if (!lock || job.status === 'queued' || job.status === 'processing') outcome.busy += 1;
      else if (write) await storeMasked(job, changed, mask);
      outcome.places += count;
      outcome.recordings += 1;
    });
  }
  onProgress(ids.length, ids.length);
  if (write)
    await changeVoiceMemory(({ people }) => ({
      people: people.filter(({ name }) => !names.has(name.toLowerCase())),
    }));
  return outcome;
}

interface Masked {
  job: Pick<JobRecord, 'library' | 'file' | 'custom_metadata' | 'result'>;
  corrected: { before: CorrectedTranscript; after: CorrectedTranscript; revision: number } | null;
  versions: { number: number; after: CorrectedTranscript }[];
  messages: { key: [string, number]; text: string }[];
  /** Which of the job's voices are somebody else's. */
  isOther: (voice: { channel: number; start: number; end: number }) => boolean;
}

async function maskJob(
  { id, library, file, custom_metadata, result }: JobRecord,
  mask: NameMask,
  names: ReadonlySet<string>,
): Promise<Masked> {
  const unnamed = (document: CorrectedTranscript): CorrectedTranscript => {
    const speakers = document.speakers.map((one) => {
      if (!names.has(one.name?.toLowerCase() ?? '')) return one;
      mask.count += 1;
      return { ...one, name: null };
    });
    const invited = document.invitation?.names.filter((name) => !names.has(name.toLowerCase()));
    mask.count += (document.invitation?.names.length ?? 0) - (invited?.length ?? 0);
    const invitation = document.invitation && { ...document.invitation, names: invited ?? [] };
    return mask.value({ ...document, speakers, ...(invitation && { invitation }) });
  };
  const stored = await getCorrected(id);
  // The machine's speakers have no names.
  const { speakers = [], paragraphs = [] } = stored?.document ?? {};
  const theirs = new Set(
    speakers.filter(({ name }) => names.has(name?.toLowerCase() ?? '')).map((one) => one.id),
  );
  const versions: Masked['versions'] = [];
  for (const { number, label } of await listVersions(id)) {
    const before = await getVersion(id, number);
    const counted = mask.count;
    mask.text(label);
    const after = unnamed(before);
    if (mask.count > counted) versions.push({ number, after });
  }
  return {
    job: { ...mask.value({ library, custom_metadata, result }), file: file && named(file, mask) },
    corrected: stored && {
      before: stored.document,
      after: unnamed(stored.document),
      revision: stored.revision,
    },
    versions,
    messages: await maskMessages(id, mask),
    isOther: (voice) => !theirs.has(speakerDuring({ paragraphs }, voice) ?? ''),
  };
}

/** An address must remain one. */
const named = <T extends { filename: string | null }>(file: T, mask: NameMask): T => ({
  ...file,
  filename: file.filename && mask.text(file.filename),
});

async function maskMessages(id: string, mask: NameMask): Promise<Masked['messages']> {
  const { store } = (await database()).transaction('live-messages');
  const [keys, texts] = await Promise.all([store.getAllKeys(messagesOf(id)), store.getAll(messagesOf(id))]);
  return keys.flatMap((key, index) => {
    const counted = mask.count;
    const text = JSON.stringify(mask.value(JSON.parse(texts[index] ?? 'null')));
    return mask.count > counted ? [{ key, text }] : [];
  });
}

async function storeMasked(job: JobRecord, masked: Masked, mask: NameMask): Promise<void> {
  const { id, audio_id } = job;
  const { corrected, versions, messages } = masked;
  await updateJob(id, () => masked.job);
  if (corrected)
    await saveCorrected(id, corrected.after, { revision: corrected.revision, document: corrected.before });
  const packed = await Promise.all(
    versions.map(async ({ number, after }) => ({ number, ...(await packVersion(after)) })),
  );
  await changeStores(['edit-versions', 'live-messages', 'audio', ...LIBRARY], async (transaction) => {
    const kept = transaction.objectStore('edit-versions');
    for (const { number, words, bytes } of packed) {
      const row = await kept.get([id, number]);
      const { data } = versionRecord.safeParse(row);
      if (data) await kept.put({ ...data, label: mask.text(data.label), words, bytes });
    }
    for (const { key, text } of messages) await transaction.objectStore('live-messages').put(text, key);
    const audio = transaction.objectStore('audio');
    const record = audioRecord.safeParse(audio_id === null ? undefined : await audio.get(audio_id)).data;
    if (record) await audio.put(named(record, mask));
    // They are made anew.
    for (const store of LIBRARY) await transaction.objectStore(store).delete(id);
  });
  const voices = await getJobVoices(id);
  if (voices) await keepVoicesOf({ ...voices, voices: voices.voices.filter(masked.isOther) });
  announce({ type: 'edit-saved', id });
  announce({ type: 'library-changed', ids: [id] });
  // Its log would keep the former text until the next start.
  await settleInWorker({ jobs: [id], gone: [], links: [] }).catch(console.warn);
}
