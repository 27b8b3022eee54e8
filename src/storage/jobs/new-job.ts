import { API_VERSION } from '../../contract/jobs/pre-recorded-job.ts';
import type { Message } from '../../lib/errors/msg.ts';
import type { JobRecord, Settings } from '../database/records.ts';

/** What a job has before it runs, whatever it is asked for. */
export const newJob = () => ({
  version: API_VERSION,
  status: 'queued' as const,
  completed_at: null,
  waiting: null,
  progress: 0,
  seconds_left: null,
  error: null,
  session: {},
  result: null,
});

/** What a job that recognises speech takes from the settings when it is made. */
export const settingsOfJob = ({
  chinese_script,
  spoken_languages,
}: Pick<Settings, 'chinese_script' | 'spoken_languages'>) => ({
  ...(chinese_script !== 'simplified' && { chinese_script }),
  ...(spoken_languages.length > 0 && { spoken_languages }),
});

/** What of its request was ignored, as a part of a job. */
export const notesOf = (notes: readonly Message[] = []): Pick<JobRecord, 'request_notes'> =>
  notes.length > 0 ? { request_notes: [...notes] } : {};
