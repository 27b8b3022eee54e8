import type { Outcome } from '../../pool/index.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { poolResult } from './pool-spec.ts';

/** What an outcome changes in its job's record; null for a damaged one, or one of another version of the app. */
export function changeOf(
  outcome: Outcome,
  nameOf: (member: string) => string | undefined,
): ((job: JobRecord) => Partial<JobRecord>) | null {
  const completed_at = new Date().toISOString();
  const common = { completed_at, seconds_left: null, stage: undefined, waiting: null };
  if (outcome.state === 'damaged') return null;
  if (outcome.state === 'failed') {
    const { damaged: _, ...error } = outcome.error;
    return () => ({ ...common, status: 'error', error });
  }
  const read = poolResult.safeParse(outcome.result);
  if (!read.success) return null;
  const { result, session, ...file } = read.data;
  const ran_on = nameOf(outcome.owner) ?? 'a device of the pool';
  return (job) => ({
    ...common,
    status: 'done',
    progress: 1,
    result,
    session: { ...job.session, ...session, ran_on },
    file: job.file && { ...job.file, ...file },
  });
}
