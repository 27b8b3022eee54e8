import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InPageLibrary, InPageService, makeJob } from '../../../../tests/browser/ui/in-page-service.ts';
import { eventually } from '../../../../tests/runner/eventually.ts';
import { UNDO_MS } from '../../../contract/transcripts/library-entry.ts';
import { DeletionsState } from './deletions-state.svelte.ts';

let service: InPageService;
let library: InPageLibrary;
let deletions: DeletionsState;
let page: AbortController;
const [one, two] = [makeJob({}, 'one.wav'), makeJob({}, 'two.wav')];
const named = [
  { id: one.id, name: 'one.wav' },
  { id: two.id, name: 'two.wav' },
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  service = new InPageService();
  service.jobs = [one, two];
  library = new InPageLibrary(service);
  deletions = new DeletionsState(service.client, library);
  page = new AbortController();
});
afterEach(() => {
  page.abort();
  vi.useRealTimers();
});

const deleted = () => service.requests.filter((request) => request.startsWith('DELETE'));
const deletes = (...jobs: { id: string }[]) => jobs.map(({ id }) => `DELETE /v2/pre-recorded/${id}`);

describe('a deletion', () => {
  it('hides recordings at once, says which, and deletes them when it can no longer be undone', async () => {
    await deletions.add(named.slice(0, 1));
    expect(deletions.items.map(({ what }) => what)).toEqual(['one.wav was deleted.']);
    expect(service.jobs).toEqual([two]);
    await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
    expect(deleted()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await eventually(() => expect(deleted()).toEqual(deletes(one)));
    expect(deletions.items).toEqual([]);
  });

  it('that is undone brings them back, and deletes nothing later', async () => {
    const deletion = await deletions.add(named);
    expect(deletion.what).toBe('2 recordings were deleted.');
    await deletions.undo(deletion);
    expect(service.jobs.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(deleted()).toEqual([]);
    expect(deletions.items).toEqual([]);
  });

  it('is either undone or finished, whichever comes first', async () => {
    const deletion = await deletions.add(named.slice(0, 1));
    await Promise.all([deletions.finish(deletion), deletions.undo(deletion), deletions.finish(deletion)]);
    expect(deleted()).toEqual(deletes(one));
    expect(library.hidden.map(({ id }) => id)).toEqual([one.id]);
  });

  it('is finished when the page is left', async () => {
    await deletions.watch(page.signal);
    await deletions.add(named.slice(0, 1));
    window.dispatchEvent(new Event('pagehide'));
    await eventually(() => expect(deleted()).toEqual(deletes(one)));
  });

  it.each([0, 3_600_000, 365 * 86_400_000, -30 * 86_400_000])(
    'that a closed tab left is finished by the next when nobody can undo it, also if its clock differs by %i ms',
    async (wrong) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
      await library.hide([one.id, two.id]);
      vi.setSystemTime(Date.now() + wrong);
      await deletions.watch(page.signal);
      await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
      expect(deleted()).toEqual([]);
      // The other tab is still there, and hides one of them anew.
      await library.restore([two.id]);
      await library.hide([two.id]);
      await vi.advanceTimersByTimeAsync(1_000);
      await eventually(() => expect(deleted()).toEqual(deletes(one)));
    },
  );
});
