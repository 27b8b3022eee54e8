import type { JobSummary } from '../../../client/jobs/job-summary.ts';

/** Seconds of a short and of a long recording. */
const SHORT = 300;
const LONG = 3600;

export const LENGTHS = {
  short: 'Up to 5 minutes',
  medium: '5 to 60 minutes',
  long: 'Over an hour',
} as const;
export const STATUSES = { done: 'Done', open: 'Waiting or running', error: 'Failed' } as const;
export const SORTS = {
  best: 'Best match or newest',
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  longest: 'Longest first',
  shortest: 'Shortest first',
} as const;

/** Represents recordings that are in no folder. */
export const NO_FOLDER = '';

export type Sort = keyof typeof SORTS;

/** What the list is narrowed down to; null or absent for anything. */
export interface JobFilter {
  /** First and last day, as "2026-01-31" in this device's time. */
  from: string | null;
  to: string | null;
  length: keyof typeof LENGTHS | null;
  status: keyof typeof STATUSES | null;
  language: string | null;
  tag: string | null;
  folder: string | null;
  speaker: string | null;
}

/** Midnight before a day, in milliseconds. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

const lengthOf = (seconds: number): keyof typeof LENGTHS =>
  seconds <= SHORT ? 'short' : seconds <= LONG ? 'medium' : 'long';

const statusOf = ({ status }: JobSummary): keyof typeof STATUSES =>
  status === 'done' || status === 'error' ? status : 'open';

export function fits(job: JobSummary, speakers: readonly string[], filter: Partial<JobFilter>): boolean {
  const {
    from = null,
    to = null,
    length = null,
    status = null,
    language = null,
    tag = null,
    folder = null,
    speaker = null,
  } = filter;
  const created = job.createdAt.getTime();
  return (
    (from === null || created >= startOf(from)) &&
    (to === null || created < startOf(to, 1)) &&
    (length === null || (job.duration !== null && lengthOf(job.duration) === length)) &&
    (status === null || statusOf(job) === status) &&
    (language === null || job.languages.includes(language)) &&
    (tag === null || job.library.tags.includes(tag)) &&
    (folder === null || (job.library.folder ?? NO_FOLDER) === folder) &&
    (speaker === null || speakers.includes(speaker))
  );
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const ORDERS: Record<Exclude<Sort, 'best'>, (a: JobSummary, b: JobSummary) => number> = {
  newest: (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  oldest: (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  name: (a, b) => byName.compare(a.name, b.name),
  longest: (a, b) => (b.duration ?? 0) - (a.duration ?? 0),
  shortest: (a, b) => (a.duration ?? Infinity) - (b.duration ?? Infinity),
};

/** @param scores how well each recording matches what is searched; null if nothing is */
export function sortJobs(
  jobs: readonly JobSummary[],
  sort: Sort,
  scores: ReadonlyMap<string, number> | null,
): JobSummary[] {
  if (sort !== 'best') return jobs.toSorted(ORDERS[sort]);
  const score = ({ id }: JobSummary) => scores?.get(id) ?? 0;
  return jobs.toSorted((a, b) => score(b) - score(a) || ORDERS.newest(a, b));
}
