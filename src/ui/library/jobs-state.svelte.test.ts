import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  InPageLibrary,
  InPageService,
  makeDone,
  makeJob,
  makeUtterances,
} from '../../../tests/browser/ui/in-page-service.ts';
import type { JobSummary } from '../../client/jobs/job-summary.ts';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { announce } from '../../contract/realms/channel.ts';
import { JobsState } from './jobs-state.svelte.ts';

let page: AbortController;
let service: InPageService;
beforeEach(() => {
  localStorage.clear();
  page = new AbortController();
  service = new InPageService();
});
afterEach(() => page.abort());

const finished = vi.fn<(job: JobSummary) => void>();
const beforeShown = vi.fn(async (_: readonly JobSummary[]) => undefined);

function open(): JobsState {
  finished.mockClear();
  beforeShown.mockClear();
  return new JobsState(service.client, new InPageLibrary(service), finished, beforeShown);
}
async function started(): Promise<JobsState> {
  const jobs = open();
  await jobs.start(page.signal);
  return jobs;
}
const names = (jobs: JobsState) => jobs.items.map(({ name }) => name);
/** Jobs with their number as name, the newest first. */
const many = (count: number, change: Partial<PreRecordedJob> = {}) =>
  Array.from({ length: count }, (_, index) =>
    makeJob({ created_at: new Date(Date.now() - index * 1000).toISOString(), ...change }, `${index}.wav`),
  );
const processing = (progress: number) => ({ model: 'stt-1', waiting: null, progress, seconds_left: 9 });

describe('the list', () => {
  it('is of the first page at once and of all recordings when idle, newest first', async () => {
    service.jobs = many(25, { status: 'done' });
    const jobs = await started();
    expect(beforeShown.mock.calls[0]?.[0]).toHaveLength(10);
    expect(jobs.phase).toBe('ready');
    expect(names(jobs).slice(0, 2)).toEqual(['0.wav', '1.wav']);
    await expect.poll(() => jobs.items.length).toBe(25);
    expect(names(jobs)).toEqual(service.jobs.map(({ file }) => file?.filename));
  });

  it('has a queue that is longer than its first page', async () => {
    service.jobs = [...many(12, { status: 'done' }), ...many(15)];
    const jobs = await started();
    expect(jobs.items.filter(({ status }) => status === 'queued')).toHaveLength(15);
  });

  it('is empty as it was when the page was last open, until it is read', async () => {
    expect(open().empty).toBe(true);
    service.jobs = many(1);
    await started();
    const jobs = open();
    expect(jobs.empty).toBe(false);
    service.jobs = [];
    await jobs.refresh();
    expect(jobs.empty).toBe(true);
    expect(open().empty).toBe(true);
  });

  it('that cannot be read says why, and is read again with the next try', async () => {
    const jobs = open();
    const list = vi.spyOn(service.client, 'listJobs').mockRejectedValueOnce(new Error('No network.'));
    await jobs.refresh();
    expect(jobs).toMatchObject({ phase: 'failed', items: [], error: { message: 'No network.' } });
    expect(jobs.empty).toBe(false);
    await jobs.refresh();
    expect(jobs).toMatchObject({ phase: 'ready', error: null });
    list.mockRestore();
  });
});

describe('news of a job', () => {
  it('puts a new one first, and takes a deleted one out', async () => {
    service.jobs = many(2, { status: 'done' });
    const jobs = await started();
    const made = makeJob({}, 'new.wav');
    service.add(made);
    await expect.poll(() => names(jobs)).toEqual(['new.wav', '0.wav', '1.wav']);
    service.jobs = service.jobs.filter((job) => job !== made);
    announce({ type: 'job-deleted', id: made.id });
    await expect.poll(() => names(jobs)).toEqual(['0.wav', '1.wav']);
  });

  it('that was deleted while it was read does not bring it back', async () => {
    const [job = expect.fail()] = many(1, { status: 'done' });
    service.jobs = [job];
    const jobs = await started();
    let answer: (read: PreRecordedJob) => void = () => undefined;
    const read = new Promise<PreRecordedJob>((resolve) => {
      answer = resolve;
    });
    const get = vi.spyOn(service.client, 'getJob').mockReturnValueOnce(read);
    announce({
      type: 'job-changed',
      id: job.id,
      status: 'done',
      progress: null,
      secondsLeft: null,
    });
    await expect.poll(() => get.mock.calls.length).toBe(1);
    service.jobs = [];
    announce({ type: 'job-deleted', id: job.id });
    await expect.poll(() => names(jobs)).toEqual([]);
    answer(job);
    service.add(makeJob({}, 'new.wav'));
    await expect.poll(() => names(jobs)).toEqual(['new.wav']);
    get.mockRestore();
  });

  it('moves its progress without a request, and reads it at its end, which is told once', async () => {
    const [job = expect.fail()] = many(1, { status: 'processing', post_session_metadata: processing(0.1) });
    service.jobs = [job];
    const jobs = await started();
    const requests = service.requests.length;
    announce({
      type: 'job-changed',
      id: job.id,
      status: 'processing',
      progress: 0.5,
      secondsLeft: 4,
      stage: 'addons',
    });
    await expect.poll(() => jobs.items[0]).toMatchObject({ progress: 0.5, secondsLeft: 4, stage: 'addons' });
    announce({ type: 'addon-progress', id: job.id, addon: 'translation', fraction: 0.25 });
    await expect.poll(() => jobs.items[0]?.activity).toEqual({ addon: 'translation', fraction: 0.25 });
    expect(service.requests.length).toBe(requests);

    const { status, result } = makeDone(makeUtterances(20));
    service.change(job.id, { status, result });
    await expect.poll(() => jobs.items[0]?.status).toBe('done');
    service.change(job.id, { status });
    await jobs.refresh();
    expect(finished).toHaveBeenCalledOnce();
    expect(finished.mock.calls[0]?.[0]).toMatchObject({ id: job.id, status: 'done' });
  });

  it('that came while the page was away is made up for', async () => {
    const [job = expect.fail()] = many(1, { status: 'processing', post_session_metadata: processing(0.1) });
    service.jobs = [job];
    const jobs = await started();
    service.jobs = [makeJob({}, 'meanwhile.wav'), { ...job, status: 'error', error_code: 500 }];
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => names(jobs)).toEqual(['meanwhile.wav', '0.wav']);
    expect(finished).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: job.id, status: 'error' }),
    );
  });

  it('says that it waits for room', async () => {
    service.jobs = many(1, { status: 'processing', post_session_metadata: processing(0.1) });
    const jobs = await started();
    announce({
      type: 'job-waiting',
      id: jobs.items[0]?.id ?? '',
      message: 'Storage is full.',
      texts: [{ text: 'Storage is full.' }],
    });
    await expect.poll(() => jobs.items[0]?.outOfStorage?.message).toBe('Storage is full.');
    announce({
      type: 'job-changed',
      id: jobs.items[0]?.id ?? '',
      status: 'processing',
      progress: 0.2,
      secondsLeft: 3,
    });
    await expect.poll(() => jobs.items[0]?.outOfStorage).toBeNull();
  });

  it('of names reads the names alone', async () => {
    service.jobs = many(2, { status: 'done' });
    const jobs = await started();
    const requests = service.requests.length;
    await new InPageLibrary(service).change([jobs.items[1]?.id ?? ''], { name: 'Interview' });
    await expect.poll(() => names(jobs)).toEqual(['0.wav', 'Interview']);
    expect(service.requests.length).toBe(requests);
  });

  it('ends with its page', async () => {
    const jobs = await started();
    page.abort();
    service.add(makeJob());
    await jobs.refresh();
    service.add(makeJob());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(jobs.items).toHaveLength(1);
  });
});
