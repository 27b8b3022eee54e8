import type { PoolView } from '../../../contract/realms/pool-view.ts';
import type {
  Capability,
  JobFailure,
  MemberFacts,
  OfferedJob,
  Outcome,
  PoolAccess,
} from '../../../pool/index.ts';
import type { LentBytes } from '../../every-worker/shared/lend-bytes.ts';

/** A job without its recording, which is lent. */
export type OfferedMeta = Omit<OfferedJob, 'recording'>;

/** A job that this member took. */
export interface TakenJob {
  id: string;
  title: string;
  spec: unknown;
  /** Bytes of the recording; null if there is none. */
  audioBytes: number | null;
  /** Finished by earlier owners. */
  windows: unknown[];
}

/** The pool worker's interface for the page. Errors arrive as AppError, with a sentence for people. */
export interface PoolWorkerApi {
  /** Joins, and reports what it sees whenever that changes, at most once a second. */
  join(
    access: PoolAccess,
    facts: MemberFacts,
    onView: (view: PoolView) => void,
    beatSeconds?: number,
  ): Promise<void>;
  /** False if the pool has no room for the job. */
  offer(job: OfferedMeta, read: LentBytes | null, bytes: number): Promise<boolean>;
  outcome(id: string): Promise<Outcome | null>;
  remove(id: string): Promise<void>;
  /** What the jobs need that seem to wait. */
  wanted(): Promise<Capability[]>;
  /** Takes one job that needs one of these; null if there is none. */
  take(able: Capability[]): Promise<TakenJob | null>;
  readAudio(id: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  keepWindow(id: string, index: number, value: unknown): Promise<void>;
  noteProgress(id: string, fraction: number): void;
  /** Resolves when a taken job is lost, withdrawn or ended. */
  ended(id: string): Promise<void>;
  finish(id: string, result: unknown): Promise<'counted' | 'lost'>;
  fail(id: string, error: JobFailure): Promise<'counted' | 'lost'>;
  giveBack(id: string): Promise<void>;
  /** `sent` has room for one number of 32 bits, which is 1 once everything for the others was sent. */
  leave(sent?: SharedArrayBuffer): Promise<void>;
}
