import { expect, it } from 'vitest';
import { eventually } from '../../../tests/runner/eventually.ts';
import { announce } from '../../contract/realms/channel.ts';
import { type JobNews, watchJob, watchJobs } from './watch-jobs.ts';

it('a library that was put back is read again, and each job of it', async () => {
  const [all, one]: [JobNews[], JobNews[]] = [[], []];
  const stopped = new AbortController();
  watchJobs((news) => all.push(news), stopped.signal);
  watchJob('a', (news) => one.push(news), stopped.signal);
  announce({ type: 'library-put-back' });
  await eventually(() => expect([all, one]).toEqual([[{ type: 'missed' }], [{ type: 'missed' }]]));
  announce({ type: 'job-deleted', id: 'b' });
  await eventually(() => expect(all).toEqual([{ type: 'missed' }, { type: 'job-deleted', id: 'b' }]));
  expect(one).toEqual([{ type: 'missed' }]);
  stopped.abort();
});
