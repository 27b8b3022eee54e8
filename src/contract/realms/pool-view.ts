import { type Message, msg } from '../../lib/errors/msg.ts';

/** Milliseconds between two renewals of a lease, where the settings do not say otherwise. */
export const USUAL_BEAT_MS = 15_000;

/** What a member sees of its pool. */
export interface PoolView {
  connected: boolean;
  /** Why it is not in the pool, in one sentence; null if it is, or was never set up. */
  failure: string | null;
  /** The same as data, for other languages. */
  texts?: Message[];
  /** This device's id among the members. */
  self: string;
  members: PoolViewMember[];
  jobs: PoolViewJob[];
  setAside: PoolViewSetAside;
}

/** What is put aside, so that it stops nobody. */
export interface PoolViewSetAside {
  /** Messages and jobs that no device can read. */
  damaged: number;
  /** Jobs that a newer version of the app may run. */
  newer: number;
}

export interface PoolViewMember {
  id: string;
  name: string;
  models: string[];
  device: 'wasm' | 'webgpu';
  /** The job that it works on. */
  job: string | null;
  done: number;
  failed: number;
  /** Seconds of audio in the finished jobs. */
  seconds: number;
  /** Its last job that failed; null if none has since it connected. */
  failure: { title: string; message: string; text?: Message | undefined; at: string } | null;
  /** Seconds that it spent on the jobs that it finished. */
  busy: number;
  /** When it connected, ISO 8601. */
  since: string;
  /** Whether it has given a sign of life lately. */
  present: boolean;
}

export interface PoolViewJob {
  id: string;
  title: string;
  /** Whether this device offered it. */
  mine: boolean;
  state: 'queued' | 'running' | 'done' | 'failed';
  /** Who offered it. */
  from: string;
  /** Name of the member that runs it, while one does. */
  runner: string | null;
  /** 0 to 1. */
  progress: number;
  /** The model that it needs, by its name in the API. */
  engine: string;
  /** What it needs a device to run models on: `webgpu` for a GPU, `wasm` for any. */
  device: 'wasm' | 'webgpu';
  /** When it was created, ISO 8601. */
  created: string;
}

/** The view of who is in no pool. */
export const NOTHING_SEEN: PoolView = {
  connected: false,
  failure: null,
  self: '',
  members: [],
  jobs: [],
  setAside: { damaged: 0, newer: 0 },
};

/** The connection failed, for a reason that a browser keeps to itself. */
export const noBrokerAnswers = (address: string): Message =>
  msg`No broker answers at ${address}: check the address, that it runs, that this browser trusts its certificate \
(open ${address.replace(/^ws/, 'http')} in a tab), and that its allowed_origins name the address of this app.`;
