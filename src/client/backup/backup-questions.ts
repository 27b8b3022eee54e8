import { addressesOf } from '../../contract/jobs/pre-recorded-request.ts';
import type { z } from '../../lib/zod.ts';
import { type Settings, settings } from '../../storage/database/records.ts';
import { hasEnded } from '../../storage/jobs/job-rows.ts';
import type { backedUpJob, backedUpSettings } from './backup-records.ts';

export type BackedUpJob = z.infer<typeof backedUpJob>;
export type BackedUpSettings = z.infer<typeof backedUpSettings>;

/** What sends data elsewhere, protects less or changes rights: taken only by consent, as somebody else may have written it. */
export type BackupQuestion =
  | { about: 'model_host'; address: string }
  | { about: 'private_addresses' }
  | { about: 'clients'; clients: Settings['clients'] }
  | { about: 'limits'; limits: Settings['limits'] }
  /** Jobs that report their ends to these receivers, also when they are repeated. */
  | { about: 'callbacks'; jobs: number; receivers: string[] }
  /** Waiting jobs that fetch their recordings from these origins. */
  | { about: 'addresses'; jobs: number; origins: string[] }
  /** Waiting jobs that may run on other devices. */
  | { about: 'pool'; jobs: number };

export type Accepted = ReadonlySet<BackupQuestion['about']>;

/** What becomes of each setting that was not changed here. */
const HANDLING = {
  model_host: 'asked',
  private_addresses: 'asked',
  clients: 'asked',
  limits: 'asked',
  no_network: 'taken',
  preferred_models: 'taken',
  when_model_missing: 'taken',
  system_notifications: 'taken',
  chinese_script: 'taken',
  spoken_languages: 'taken',
  import_mappings: 'taken',
} as const satisfies Record<keyof BackedUpSettings, 'asked' | 'taken'>;

const isAccepted = (accepted: ReadonlySet<string>, key: keyof BackedUpSettings): boolean =>
  HANDLING[key] === 'taken' || accepted.has(key);

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The settings of a backup that are taken: nobody has changed them here, and they need no answer or have it. */
export function takenSettings(
  theirs: BackedUpSettings,
  current: Settings,
  accepted: Accepted,
): Partial<Settings> {
  const defaults = settings.parse({});
  const isTaken = (key: keyof BackedUpSettings) =>
    same(current[key], defaults[key]) &&
    !same(theirs[key] ?? defaults[key], defaults[key]) &&
    isAccepted(accepted, key);
  return Object.fromEntries(
    Object.entries(theirs).filter(([key]) => key in HANDLING && isTaken(key as keyof BackedUpSettings)),
  );
}

/** What must be asked about the settings of a backup. */
export function settingsQuestions(theirs: BackedUpSettings, current: Settings): BackupQuestion[] {
  const all: Accepted = new Set(['model_host', 'private_addresses', 'clients', 'limits']);
  const { model_host: address, private_addresses, clients, limits } = takenSettings(theirs, current, all);
  return [
    ...(address === undefined ? [] : [{ about: 'model_host' as const, address }]),
    ...(private_addresses ? [{ about: 'private_addresses' as const }] : []),
    ...(clients ? [{ about: 'clients' as const, clients }] : []),
    ...(limits ? [{ about: 'limits' as const, limits }] : []),
  ];
}

/** What a job does that must be asked about. */
type Deeds = Record<'receivers' | 'origins', string[]> & { isShared: boolean };

function deedsOf(job: BackedUpJob, hasRecording: boolean): Deeds {
  const waits = !hasEnded(job);
  const { params } = job;
  const { audio_url } = params;
  const receivers = addressesOf({ ...params, audio_url: audio_url ?? '' }).flatMap(([field, address]) =>
    field === 'audio_url' ? [] : [address],
  );
  return {
    receivers,
    origins: waits && !hasRecording && audio_url !== null ? [new URL(audio_url).origin] : [],
    isShared: waits && job.run_in !== undefined,
  };
}

/** Collects what must be asked about the jobs of a backup. */
export class JobQuestions {
  readonly #receivers = new Set<string>();
  readonly #origins = new Set<string>();
  readonly #counts = { callbacks: 0, addresses: 0, pool: 0 };

  /** @param hasRecording whether its recording is here or in the backup */
  add(job: BackedUpJob, hasRecording: boolean): void {
    const { receivers, origins, isShared } = deedsOf(job, hasRecording);
    for (const one of receivers) this.#receivers.add(one);
    for (const one of origins) this.#origins.add(one);
    this.#counts.callbacks += Math.sign(receivers.length);
    this.#counts.addresses += origins.length;
    this.#counts.pool += Number(isShared);
  }

  list(): BackupQuestion[] {
    const { callbacks, addresses, pool } = this.#counts;
    const questions: BackupQuestion[] = [
      { about: 'callbacks', jobs: callbacks, receivers: [...this.#receivers] },
      { about: 'addresses', jobs: addresses, origins: [...this.#origins] },
      { about: 'pool', jobs: pool },
    ];
    return questions.filter((question) => 'jobs' in question && question.jobs > 0);
  }
}

/** Where nobody decided otherwise, it reports nothing, waits to be resumed, and remains on this device. */
export function acceptedJob(job: BackedUpJob, hasRecording: boolean, accepted: Accepted): BackedUpJob {
  const { origins, isShared } = deedsOf(job, hasRecording);
  const { run_in, ...others } = job;
  const { callback, callback_config, callback_url, ...params } = job.params;
  const tells = accepted.has('callbacks');
  return {
    ...(isShared && !accepted.has('pool') ? others : job),
    params: tells ? job.params : { ...params, callback: false },
    ...(origins.length > 0 && !accepted.has('addresses') && { paused: true }),
  };
}
