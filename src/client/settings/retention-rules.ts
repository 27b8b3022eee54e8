import { jobResponse } from '../../storage/jobs/job-response.ts';
import {
  DAY_MS,
  dueRecordings,
  getRetention,
  type RetentionRule,
  readKeptRecordings,
  setRetention,
} from '../../storage/library/retention.ts';
import { summariseJob } from '../jobs/job-summary.ts';
import { watchSettings } from './settings.ts';

export type { RetentionRule };

/** A recording of which a rule deletes something soon. */
export interface GoingRecording {
  id: string;
  name: string;
  what: 'sound' | 'all';
  at: Date;
}

/** How long recordings are kept. */
export const retentionClient = {
  rules: async (): Promise<readonly RetentionRule[]> => (await getRetention()).rules,
  /** Replaces the rules. They delete nothing before a day has passed. */
  save: async (rules: readonly RetentionRule[]): Promise<readonly RetentionRule[]> =>
    (await setRetention(rules)).rules,
  /** What goes within the next seven days, soonest first; other runs of a recording are not listed. */
  async goingThisWeek(now = Date.now()): Promise<GoingRecording[]> {
    const due = dueRecordings(await readKeptRecordings(), await getRetention(), now + 7 * DAY_MS);
    return due.flatMap(({ row, what, at }) => {
      const { id, name, repeats } = summariseJob(jobResponse({ ...row, result: null }));
      return repeats === null ? [{ id, name, what, at: new Date(at) }] : [];
    });
  },
  watch: watchSettings,
};
