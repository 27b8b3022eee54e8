import type { ByteSource } from '../lib/bytes/byte-source.ts';
import { askUntilAnswered, PATIENCE } from './ask-until-answered.ts';
import { fromBase64Url, toBase64Url } from './bytes.ts';
import { keysOf } from './keys-of.ts';
import { PieceStore, removePieces } from './piece-store.ts';
import { isDamage, toPoolFailure } from './pool-failure.ts';
import type { PoolSpace } from './pool-space.ts';
import type { Capability, JobFailure, StoredSpec } from './rows.ts';
import { deriveJobKeys, newJobSecret, opaqueName } from './team-keys.ts';
import { orUnreadable, Unreadable } from './unreadable.ts';

/** A job for the pool. */
export interface OfferedJob {
  id: string;
  title: string;
  capability: Capability;
  duration: number | null;
  created: string;
  /** What the runner needs besides the recording, as JSON. */
  spec: unknown;
  /** Null for a job without a recording. */
  recording: ByteSource | null;
}

/** How an offered job ended; `damaged` where the pool cannot say, or no device could read its parts: it runs at its origin. */
export type Outcome =
  | { state: 'done'; result: unknown; owner: string }
  | { state: 'failed'; error: JobFailure }
  | { state: 'damaged' };

/** An origin's end: puts jobs into the pool, reads how they ended and takes them out again. */
export class Offering {
  constructor(private readonly space: PoolSpace) {}

  /**
   * Puts a job into the pool; repeated, it completes what is missing. Throws PoolFailure: then the job is not in the
   * pool, or its message is not.
   */
  async offer(job: OfferedJob, signal?: AbortSignal, secret = newJobSecret()): Promise<void> {
    try {
      let before = await orUnreadable(this.space.jobRows.read(job.id));
      if (before instanceof Unreadable) {
        // Its own id: whatever is there is of no use to anybody.
        await this.remove(job.id);
        before = null;
      }
      if (before) secret = fromBase64Url(before.row.secret);
      else await this.#addJob(job, secret, signal);
      const name = await this.space.capabilityName(job.capability);
      await this.space.consumer(name);
      // The broker drops the same message within ten minutes; one that comes later finds the job in work or done. A job
      // that was withdrawn and offered again has another secret.
      const msgID = await opaqueName(this.space.keys.names, `${job.id} ${toBase64Url(secret)}`);
      await this.space.client.publish(this.space.layout.subjectOf(name), job.id, { msgID });
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure = toPoolFailure(error, this.space.access);
      // It runs elsewhere then. An interruption is different: offering goes on where it was.
      if (failure.fault === 'full') await this.remove(job.id).catch(console.warn);
      throw failure;
    }
  }

  async #addJob(job: OfferedJob, secret: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<void> {
    const pieces = new PieceStore(this.space.buckets.pieces, job.id, await deriveJobKeys(secret));
    const audio = job.recording && (await pieces.put(job.recording, 'audio', signal));
    const stored: StoredSpec = { spec: job.spec, audio };
    const { id, title, capability, duration, created } = job;
    await this.space.jobRows.write(
      id,
      {
        version: 1,
        origin: this.space.facts.id,
        originName: this.space.facts.name,
        title,
        capability,
        duration,
        created,
        secret: toBase64Url(secret),
        spec: await pieces.putJson(stored, 'spec'),
        state: 'queued',
        epoch: 0,
        owner: null,
        result: null,
        error: null,
      },
      0,
    );
  }

  /** How a job ended; null if it has not, or is not in the pool. */
  async outcome(id: string): Promise<Outcome | null> {
    const kept = await orUnreadable(this.space.jobRows.read(id));
    if (!kept) return null;
    if (kept instanceof Unreadable) return { state: 'damaged' };
    const { state, result, error, secret, epoch, owner } = kept.row;
    if (state === 'failed' && error) return error.damaged ? { state: 'damaged' } : { state, error };
    if (state !== 'done' || !result) return null;
    const pieces = new PieceStore(this.space.buckets.pieces, id, await deriveJobKeys(fromBase64Url(secret)));
    try {
      return { state, result: await pieces.readJson(result, `result/${epoch}`), owner: owner ?? '' };
    } catch (error) {
      if (!isDamage(error)) throw error;
      console.warn('The result of a pool job cannot be read:', error);
      return { state: 'damaged' };
    }
  }

  /** Removes a job with everything of it; the member that works on it stops. Goes on once the broker answers again. */
  async remove(id: string): Promise<void> {
    const { pieces, windows } = this.space.buckets;
    await askUntilAnswered(() => this.space.jobRows.remove(id), PATIENCE);
    await askUntilAnswered(() => removePieces(pieces, id), PATIENCE);
    await askUntilAnswered(async () => {
      const keys = await keysOf(windows, `${id}.*`);
      await Promise.all(keys.map((key) => windows.purge(key)));
    }, PATIENCE);
    await askUntilAnswered(() => this.space.leaseRows.remove(id), PATIENCE);
  }
}
