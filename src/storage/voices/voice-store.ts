import { announce } from '../../contract/realms/channel.ts';
import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

const KEY = 'voices';

/** A name is recognised as well by a few recordings as by many. */
const MOST_SAMPLES = 5;

/** A vector of unit length. */
const vector = z.custom<Float32Array>((value) => value instanceof Float32Array);

const voice = z.object({
  vector,
  channel: z.int().min(0),
  /** The stretch of the recording in which that person talks longest, in seconds. */
  start: z.number(),
  end: z.number(),
});

const jobVoices = z.object({
  job_id: z.string(),
  /** The network that made the vectors: those of another one cannot be compared with them. */
  model: z.string(),
  /** Cosine distance above which two of its voices are two people. */
  distance: z.number().positive(),
  voices: z.array(voice),
});

/** The voices of a job's speakers. */
export type JobVoices = z.infer<typeof jobVoices>;

const sample = z.object({ job_id: z.string(), model: z.string(), vector });

const voiceMemory = z.object({
  /** Whether voices are remembered at all. */
  remember: z.boolean().default(false),
  /** By name; the newest samples first. */
  people: z.array(z.object({ name: z.string(), samples: z.array(sample) })).default([]),
});

/** The voices of people whom somebody named. They are on this device alone, and in no backup. */
export type VoiceMemory = z.infer<typeof voiceMemory>;

const parse = (stored: unknown) => voiceMemory.catch({ remember: false, people: [] }).parse(stored ?? {});

export async function getVoiceMemory(): Promise<VoiceMemory> {
  return parse(await (await database()).get('settings', KEY));
}

/** Changes what is remembered in one transaction, and notifies the other tabs. */
export async function changeVoiceMemory(
  change: (memory: VoiceMemory) => Partial<VoiceMemory>,
): Promise<VoiceMemory> {
  const changed = await changeStores(['settings'], async (transaction) => {
    const store = transaction.objectStore('settings');
    const now = parse(await store.get(KEY));
    const next = voiceMemory.parse({ ...now, ...change(now) });
    await store.put(next, KEY);
    return next;
  });
  announce({ type: 'settings-changed' });
  return changed;
}

/** Forgets every voice, named or not, and remembers no more. */
export async function forgetVoices(): Promise<void> {
  await changeStores(['settings', 'job-voices'], async (transaction) => {
    await transaction.objectStore('settings').delete(KEY);
    await transaction.objectStore('job-voices').clear();
  });
  announce({ type: 'settings-changed' });
}

/** Keeps the voices of a stored job, if they are to be remembered; they are deleted with it. */
export async function keepJobVoices(row: JobVoices): Promise<void> {
  if (row.voices.length === 0) return;
  await changeStores(['settings', 'jobs', 'job-voices'], async (transaction) => {
    const { remember } = parse(await transaction.objectStore('settings').get(KEY));
    if (!remember || (await transaction.objectStore('jobs').getKey(row.job_id)) === undefined) return;
    await transaction.objectStore('job-voices').put(row);
  });
}

/** Replaces the voices of a job by some of them. */
export async function keepVoicesOf(row: JobVoices): Promise<void> {
  await changeStores(['job-voices'], async (transaction) => {
    const store = transaction.objectStore('job-voices');
    await (row.voices.length > 0 ? store.put(row) : store.delete(row.job_id));
  });
}

/** Null if none were kept. */
export async function getJobVoices(jobId: string): Promise<JobVoices | null> {
  return jobVoices.safeParse(await (await database()).get('job-voices', jobId)).data ?? null;
}

/** Notes the speakers of a job, whose `named` voices somebody gave names, in place of what was noted before. */
export async function nameJobVoices(
  { job_id, model }: Pick<JobVoices, 'job_id' | 'model'>,
  named: readonly { name: string; vector: Float32Array }[],
): Promise<void> {
  await changeVoiceMemory(({ remember, people }) => {
    if (!remember) return {};
    const byName = new Map(
      people.map(({ name, samples }) => [name, samples.filter((one) => one.job_id !== job_id)]),
    );
    for (const { name, vector } of named) {
      byName.set(name, [{ job_id, model, vector }, ...(byName.get(name) ?? [])]);
    }
    return {
      people: [...byName]
        .map(([name, samples]) => ({ name, samples: samples.slice(0, MOST_SAMPLES) }))
        .filter(({ samples }) => samples.length > 0)
        .sort((a, b) => a.name.localeCompare(b.name)),
    };
  });
}
