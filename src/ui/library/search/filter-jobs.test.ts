import { expect, it } from 'vitest';
import type { JobSummary } from '../../../client/jobs/job-summary.ts';
import { NO_ENTRY } from '../../../contract/transcripts/library-entry.ts';
import { fits, type JobFilter, NO_FOLDER, sortJobs } from './filter-jobs.ts';

const summary = (change: Partial<JobSummary>): JobSummary => ({
  id: '1',
  name: 'talk.mp3',
  fileName: 'talk.mp3',
  library: NO_ENTRY,
  status: 'done',
  createdAt: new Date(2026, 0, 15, 12),
  duration: 60,
  model: 'stt-1',
  languages: ['en'],
  isSample: false,
  translations: [],
  buildsOn: null,
  repeats: null,
  paused: false,
  queueRank: 0,
  inPool: false,
  stage: null,
  progress: 1,
  secondsLeft: null,
  activity: null,
  waiting: null,
  outOfStorage: null,
  draft: null,
  error: null,
  ...change,
});

it.each<[Partial<JobFilter>, Partial<JobSummary>, boolean]>([
  [{}, {}, true],
  [{ from: '2026-01-15', to: '2026-01-15' }, {}, true],
  [{ from: '2026-01-15' }, { createdAt: new Date(2026, 0, 14, 23, 59) }, false],
  [{ to: '2026-01-15' }, { createdAt: new Date(2026, 0, 16) }, false],
  [{ length: 'short' }, { duration: 300 }, true],
  [{ length: 'medium' }, { duration: 300 }, false],
  [{ length: 'long' }, { duration: 3601 }, true],
  [{ length: 'short' }, { duration: null }, false],
  [{ status: 'open' }, { status: 'queued' }, true],
  [{ status: 'open' }, {}, false],
  [{ status: 'error' }, { status: 'error' }, true],
  [{ language: 'de' }, { languages: ['en', 'de'] }, true],
  [{ language: 'de' }, {}, false],
  [{ tag: 'a' }, { library: { ...NO_ENTRY, tags: ['a'] } }, true],
  [{ tag: 'a' }, {}, false],
  [{ folder: 'Work' }, { library: { ...NO_ENTRY, folder: 'Work' } }, true],
  [{ folder: NO_FOLDER }, { library: { ...NO_ENTRY, folder: 'Work' } }, false],
  [{ folder: NO_FOLDER }, {}, true],
  [{ speaker: 'Ann' }, {}, true],
  [{ speaker: 'Bob' }, {}, false],
])('%j lets %j through: %s', (filter, change, expected) => {
  expect(fits(summary(change), ['Ann'], filter)).toBe(expected);
});

it('sorts by match, date, name and length', () => {
  const jobs = [
    summary({ id: 'a', name: 'Part 10', duration: 5, createdAt: new Date(1) }),
    summary({ id: 'b', name: 'part 9', duration: null, createdAt: new Date(3) }),
    summary({ id: 'c', name: 'Überblick', duration: 9, createdAt: new Date(2) }),
  ];
  const ids = (sort: Parameters<typeof sortJobs>[1], scores?: Map<string, number>) =>
    sortJobs(jobs, sort, scores ?? null)
      .map(({ id }) => id)
      .join('');
  expect(ids('best')).toBe('bca');
  expect(ids('best', new Map([['a', 2]]))).toBe('abc');
  expect(ids('newest')).toBe('bca');
  expect(ids('oldest')).toBe('acb');
  expect(ids('name')).toBe('bac');
  expect(ids('longest')).toBe('cab');
  expect(ids('shortest')).toBe('acb');
});
