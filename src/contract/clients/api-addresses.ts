import { baseOf } from './base-address.ts';

/** URL of an uploaded file, below the caller's base URL. */
export const uploadAddress = (base: string, audioId: string): string => `${base}/v2/upload/${audioId}`;

/** The path of jobs, and the former one, which some clients still call. */
export const JOBS_PATH = '/v2/pre-recorded';
export const FORMER_JOBS_PATH = '/v2/transcription';

/** The path of live sessions. */
export const LIVE_PATH = '/v2/live';

/** URL of a live session's socket, below the caller's base URL. */
export const liveAddress = (base: string, token: string): string =>
  `${base.replace(/^http/, 'ws')}${LIVE_PATH}?token=${token}`;

/** Whether a path, below any base URL, is the former one of jobs. */
export const isFormerPath = (path: string): boolean => /\/v2\/transcription\/?$/.test(path);

/** URL of a job, below the caller's base URL; `former` for a caller of the former path. */
export const jobAddress = (base: string, jobId: string, { former = false } = {}): string =>
  `${base}${former ? FORMER_JOBS_PATH : JOBS_PATH}/${jobId}`;

/** What a URL of this service refers to. */
export type OwnAudio = { of: 'upload' | 'job'; id: string };

const OWN_AUDIO = /\/v2\/(?:upload\/([^/]+)|(?:pre-recorded|transcription|live)\/([^/]+)\/file)\/?$/;

/** The stored audio a URL refers to; null if it is remote and must be fetched. `bases` are the service's base URLs. */
export function ownAudio(address: string, bases: readonly string[]): OwnAudio | null {
  if (baseOf(address, bases) === null) return null;
  const [, uploadId, jobId] = OWN_AUDIO.exec(new URL(address).pathname) ?? [];
  if (uploadId !== undefined) return { of: 'upload', id: uploadId.toLowerCase() };
  return jobId === undefined ? null : { of: 'job', id: jobId.toLowerCase() };
}
