import { messageData } from '../lib/errors/stored-failure.ts';
import { z } from '../lib/zod.ts';
import { PIECE_BYTES } from './layout.ts';

/*
 * What another version of the app adds to a row is kept where the row is rewritten, and must mean nothing to versions without
 * it. What an older version must not touch has another `version`, or a shape that fails here: such rows are left alone.
 */

/** What a device runs models on: every one on its CPU, by WASM, and some on a GPU. */
export const deviceClass = z.enum(['wasm', 'webgpu']);

/** What a member must be able to do. */
export const capability = z.looseObject({
  /** The model by its name in the API. */
  engine: z.string().max(64),
  /** The one language that is spoken, or `any`. */
  language: z.string().max(16),
  /** `webgpu` for a job whose model needs a GPU; `wasm` for one that any device can run. */
  device: deviceClass,
});

/** Bytes in sealed pieces: the addresses of all of them, in order. */
export const manifest = z.looseObject({
  size: z.int().min(0),
  pieceBytes: z.literal(PIECE_BYTES),
  pieces: z.array(z.string().max(64)),
});

/** What a runner needs, in the pieces that `spec` of a job's row lists. */
export const storedSpec = z.looseObject({ spec: z.unknown(), audio: manifest.nullable() });

/** Why a job failed, as a job of the API says it. */
export const jobFailure = z.looseObject({
  code: z.string(),
  status: z.int(),
  message: z.string().max(4000),
  text: messageData.optional(),
  remedy: messageData.optional(),
  /** What is in the pool cannot be read, so that the job runs where it was created. */
  damaged: z.boolean().optional(),
});

/** A job for all members, under `job.<id>`. The member that replaces it by its revision owns what it says. */
export const jobRow = z.looseObject({
  version: z.literal(1),
  /** The member that offered it and keeps its result. */
  origin: z.string(),
  originName: z.string(),
  title: z.string(),
  capability,
  /** Seconds of the recording; null if unknown. */
  duration: z.number().nullable(),
  created: z.iso.datetime(),
  /** The job's secret: 32 bytes, base64url. */
  secret: z.string().regex(/^[\w-]{43}$/),
  /** The parameters and the recording's manifest. */
  spec: manifest,
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** Counts the owners: each bears a higher one. */
  epoch: z.int().min(0),
  /** Who runs it or ran it last. */
  owner: z.string().nullable(),
  result: manifest.nullable(),
  error: jobFailure.nullable(),
});

/** Who works on a job, under `lease.<id>`. Renewed by its revision. */
export const leaseRow = z.looseObject({
  owner: z.string(),
  ownerName: z.string(),
  epoch: z.int().min(1),
  /** Given back in good order: the next owner need not wait. */
  released: z.boolean(),
  /** Owners in a row that ended without a word and without a further window. */
  attempts: z.int().min(0),
  /** The most windows any owner has finished. */
  furthest: z.int().min(0),
  progress: z.number().min(0).max(1),
});

/** A member of the pool, under `member.<id>`. Renewed as leases are. */
export const memberRow = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** What it can run, for people. */
  models: z.array(z.string()),
  device: deviceClass,
  /** The job it works on. */
  job: z.string().nullable(),
  /** Jobs that it has finished and failed for the pool since it connected, and seconds of audio in them. */
  done: z.int().min(0),
  failed: z.int().min(0),
  seconds: z.number().min(0),
  /** Seconds that it spent on the finished ones. */
  busy: z.number().min(0).default(0),
  /** The last job that failed here: its title, and why. */
  failure: z
    .object({
      title: z.string(),
      message: z.string().max(4000),
      text: messageData.optional(),
      at: z.iso.datetime(),
    })
    .nullable()
    .default(null),
  since: z.iso.datetime(),
});

/** The proof of the phrase, under `team`: not sealed as a whole, because the salt is needed to derive the keys. */
export const teamRow = z.object({
  version: z.literal(1),
  salt: z.string().regex(/^[\w-]{22,}$/),
  check: z.string().regex(/^[\w-]+$/),
});

/** A message that nobody could read and that was taken out of the queue, under `dead.<its number in the stream>`. */
export const deadRow = z.looseObject({
  version: z.literal(1),
  at: z.iso.datetime(),
  /** Who put it there. */
  by: z.string(),
  reason: z.string(),
  /** What it said, shortened, base64url. */
  body: z.string(),
});

export type DeviceClass = z.infer<typeof deviceClass>;
export type Capability = z.infer<typeof capability>;
export type Manifest = z.infer<typeof manifest>;
export type JobFailure = z.infer<typeof jobFailure>;
export type JobRow = z.infer<typeof jobRow>;
export type LeaseRow = z.infer<typeof leaseRow>;
export type DeadRow = z.infer<typeof deadRow>;
export type MemberRow = z.infer<typeof memberRow>;
export type StoredSpec = z.infer<typeof storedSpec>;
export type TeamRow = z.infer<typeof teamRow>;
