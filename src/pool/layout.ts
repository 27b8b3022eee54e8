import { USUAL_BEAT_MS } from '../contract/realms/pool-view.ts';

/** What a pool is called by: it names streams and buckets of the broker, so it is visible there. */
export const POOL_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** Bytes of a piece before it is sealed. A broker takes messages of 1 MiB by default. */
export const PIECE_BYTES = 512 * 1024;

/** Milliseconds. */
export interface PoolTimes {
  /** A lease that was not renewed for this long may be taken over. */
  lease: number;
  /** Between two renewals. */
  beat: number;
  /** A message that was neither acknowledged nor called in work for this long is delivered again. */
  ackWait: number;
}

/** The times that follow from that between two renewals. */
export const timesOf = (beat: number): PoolTimes => ({ lease: 3 * beat, beat, ackWait: 3 * beat });

/**
 * A member renews its lease every 15 s. Three missed ones end it, so that a member that died is replaced within 60 s,
 * and one whose network stumbled is not.
 */
export const POOL_TIMES = timesOf(USUAL_BEAT_MS);

/**
 * The names of a pool's streams and buckets. Each pool has a work queue of its own, because a member's rights name the
 * stream: with one for all pools, each could take the others' messages.
 */
export function poolLayout(pool: string) {
  if (!POOL_NAME.test(pool)) {
    throw new Error(
      `"${pool}" cannot name a pool. Use at most 32 small letters, digits and hyphens, with a letter or digit first.`,
    );
  }
  return {
    stream: `JOBS_${pool}`,
    subjects: `jobs.${pool}.*`,
    subjectOf: (capability: string) => `jobs.${pool}.${capability}`,
    inbox: `_INBOX_${pool}`,
    buckets: {
      /** Members, and what proves the phrase. */
      team: `${pool}_team`,
      /** One row for each job: where its result counts. */
      jobs: `${pool}_jobs`,
      /** Who works on what. */
      leases: `${pool}_leases`,
      /** Finished windows, by job and index. */
      windows: `${pool}_windows`,
      /** Recordings, parameters and results, in pieces. */
      pieces: `${pool}_pieces`,
    },
  };
}

export type PoolLayout = ReturnType<typeof poolLayout>;
export type BucketName = keyof PoolLayout['buckets'];
