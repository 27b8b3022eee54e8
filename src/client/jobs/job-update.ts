import type { JobStatus, PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { AppError, inOneText, isErrorCode, remedyOf } from '../../lib/errors/errors.ts';
import { inEnglish, verbatim } from '../../lib/errors/msg.ts';
import { summariseJob } from './job-summary.ts';

export interface JobUpdate {
  status: JobStatus;
  /** 0 to 1. */
  progress: number;
  /** Seconds until it is done; null if unknown. */
  secondsLeft: number | null;
  /** The model a queued job waits for, with its download size in bytes. */
  waiting: { modelId: string; bytes: number; message: string } | null;
  /** Why the job waits for room in storage; null if it does not. It goes on by itself. */
  outOfStorage: string | null;
  job: PreRecordedJob;
}

export type FinishedJob = PreRecordedJob & { result: NonNullable<PreRecordedJob['result']> };

export const isFinished = (job: PreRecordedJob): job is FinishedJob =>
  job.status === 'done' && job.result !== null;

export function toUpdate(job: PreRecordedJob): JobUpdate {
  const { status, progress, secondsLeft, waiting, outOfStorage } = summariseJob(job);
  const { modelId = '', bytes = 0, message = '' } = waiting ?? {};
  return {
    status,
    progress,
    secondsLeft,
    waiting: waiting && { modelId, bytes, message },
    outOfStorage: outOfStorage?.message ?? null,
    job,
  };
}

/** Why a job failed and what to do about it. Codes from other versions that are unknown here become `internal`. */
export function failureOf(job: PreRecordedJob): AppError {
  const { code, message, remedy } = summariseJob(job).error ?? NO_REASON;
  return new AppError(isErrorCode(code) ? code : 'internal', verbatim(inOneText({ message, remedy })));
}

const NO_REASON = {
  code: 'internal',
  message: 'The job failed for an unknown reason.',
  remedy: inEnglish(remedyOf('internal')),
};
