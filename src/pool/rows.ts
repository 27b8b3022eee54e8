import { z } from '../lib/zod.ts';
import { PIECE_BYTES } from './layout.ts';

/** What a device runs models on: every one on its CPU, by WASM, and some on a GPU. */
export const deviceClass = z.enum(['wasm', 'webgpu']);

/** What a member must be able to do. */
export const capability = z.object({
  /** The model by its name in the API. */
  engine: z.string().max(64),
  /** The one language that is spoken, or `any`. */
  language: z.string().max(16),
  /** `webgpu` for a job whose model needs a GPU; `wasm` for one that any device can run. */
  device: deviceClass,
});

/** Bytes in sealed pieces: the addresses of all of them, in order. */
export const manifest = z.object({
  size: z.int().min(0),
  pieceBytes: z.literal(PIECE_BYTES),
  pieces: z.array(z.string().max(64)),
});

/** Why a job failed, as a job of the API says it. */
export const jobFailure = z.object({
  code: z.string(),
  status: z.int(),
  message: z.string().max(4000),
});

/** A job for all members, under `job.<id>`. Whoever replaces it by its revision owns what it says. */
export const jobRow = z.object({
  version: z.literal(1),
  /** The member that offered it and keeps its result. */
  origin: z.string(),
  originName: z.string(),
  title: z.string(),
  capability,
  /** Seconds of the recording; null if unknown. */
  duration: z.number().nullable(),
  created: z.iso.datetime(),
  /** The job's secret, base64url. */
  secret: z.string(),
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
export const leaseRow = z.object({
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
export const memberRow = z.object({
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
    .object({ title: z.string(), message: z.string().max(4000), at: z.iso.datetime() })
    .nullable()
    .default(null),
  since: z.iso.datetime(),
});

/** What tells a wrong phrase, under `team`: not sealed as a whole, because the salt is needed to derive the keys. */
export const teamRow = z.object({ version: z.literal(1), salt: z.string().min(22), check: z.string() });

export type DeviceClass = z.infer<typeof deviceClass>;
export type Capability = z.infer<typeof capability>;
export type Manifest = z.infer<typeof manifest>;
export type JobFailure = z.infer<typeof jobFailure>;
export type JobRow = z.infer<typeof jobRow>;
export type LeaseRow = z.infer<typeof leaseRow>;
export type MemberRow = z.infer<typeof memberRow>;
