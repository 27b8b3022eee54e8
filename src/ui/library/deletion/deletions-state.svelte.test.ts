import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InPageLibrary, InPageService, makeJob } from '../../../../tests/browser/ui/in-page-service.ts';
import { eventually } from '../../../../tests/runner/eventually.ts';
import { REPEATS_MARK } from '../../../contract/jobs/repeats-mark.ts';
import { UNDO_MS } from '../../../contract/transcripts/library-entry.ts';
import { DeletionsState } from './deletions-state.svelte.ts';

let service: InPageService;
let library: InPageLibrary;
let deletions: DeletionsState;
let page: AbortController;
/** Another tab, or the same one after a reload. */
let other: DeletionsState;
let next: AbortController;
const [one, two] = [makeJob({}, 'one.wav'), makeJob({}, 'two.wav')];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  service = new InPageService();
  service.jobs = [one, two];
  library = new InPageLibrary(service);
  deletions = new DeletionsState(service.client, library);
  page = new AbortController();
  other = new DeletionsState(service.client, library);
  next = new AbortController();
});
afterEach(() => {
  page.abort();
  next.abort();
  vi.useRealTimers();
});

const deleted = () => service.requests.filter((request) => request.startsWith('DELETE'));
const latest = ({ items }: DeletionsState) => items.at(-1)?.at ?? '';
const deletes = (...jobs: { id: string }[]) => jobs.map(({ id }) => `DELETE /v2/pre-recorded/${id}`);

describe('a deletion', () => {
  it('hides recordings at once, says which, and deletes them when it can no longer be undone', async () => {
    expect(await deletions.add([one.id])).toBe('one.wav was deleted.');
    expect(deletions.items.map(({ what }) => what)).toEqual(['one.wav was deleted.']);
    expect(service.jobs).toEqual([two]);
    await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
    expect(deleted()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await eventually(() => expect(deleted()).toEqual(deletes(one)));
    expect(deletions.items).toEqual([]);
  });

  it('that is undone brings them back, and deletes nothing later', async () => {
    expect(await deletions.add([one.id, two.id])).toBe('2 recordings were deleted.');
    await deletions.undo(latest(deletions));
    expect(service.jobs.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(deleted()).toEqual([]);
    expect(deletions.items).toEqual([]);
  });

  it('is either undone or finished, whichever comes first', async () => {
    await deletions.add([one.id]);
    const at = latest(deletions);
    await Promise.all([deletions.finish(at), deletions.undo(at), deletions.finish(at)]);
    expect(deleted()).toEqual(deletes(one));
    expect(service.jobs).toEqual([two]);
    expect(deletions.items).toEqual([]);
  });

  it('is named after the recording, whose other runs go with it', async () => {
    const run = makeJob({ custom_metadata: { [REPEATS_MARK]: one.id } }, 'one.wav');
    service.jobs = [one, run, two];
    expect(await deletions.add([one.id, run.id])).toBe('one.wav was deleted.');
    expect(await deletions.add([two.id])).toBe('two.wav was deleted.');
    expect(deletions.items.map(({ what }) => what)).toEqual(['one.wav was deleted.', 'two.wav was deleted.']);
  });

  it('waits for Undo in the next page, too, when its own is left', async () => {
    await deletions.watch(page.signal);
    await deletions.add([one.id]);
    window.dispatchEvent(new Event('pagehide'));
    page.abort();
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(deleted()).toEqual([]);
    await other.watch(next.signal);
    expect(other.items.map(({ what }) => what)).toEqual(['one.wav was deleted.']);
    await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
    expect(deleted()).toEqual([]);
    await other.undo(latest(other));
    expect(service.jobs.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
  });

  it('is shown in every tab, and what one undoes no other deletes', async () => {
    await deletions.watch(page.signal);
    await other.watch(next.signal);
    await deletions.add([one.id]);
    await eventually(() => expect(other.items.map(({ what }) => what)).toEqual(['one.wav was deleted.']));
    await other.undo(latest(other));
    await eventually(() => expect(deletions.items).toEqual([]));
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(deleted()).toEqual([]);
  });

  it.each([0, 3_600_000, 365 * 86_400_000, -30 * 86_400_000])(
    'that a closed tab left is finished by the next when nobody undoes it, also if its clock differs by %i ms',
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
      await vi.advanceTimersByTimeAsync(1);
      await eventually(() => expect(deleted()).toEqual(deletes(one)));
    },
  );
});
