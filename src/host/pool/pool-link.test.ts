import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { eventually } from '../../../tests/runner/eventually.ts';
import { NOTHING_SEEN, type PoolView } from '../../contract/realms/pool-view.ts';
import { WorkerHandle } from '../../realms/every-worker/page/worker-handle.ts';
import { joinPool, poolWorker } from '../../realms/pool/page/spawn.ts';
import { PoolLink } from './pool-link.ts';

vi.mock('../../realms/pool/page/spawn.ts');
vi.mock('./able-to.ts', () => ({ runnableModels: async () => [], ownDeviceClass: async () => 'wasm' }));

const SETTINGS = {
  address: 'ws://127.0.0.1:1',
  pool: 'team',
  credentials: '',
  phrase: '',
  name: 'One',
  member_id: crypto.randomUUID(),
  serves: false,
};

/** The ends of the workers that were started. */
let ends: MessagePort[] = [];
beforeEach(async () => {
  await emptyDatabase();
  vi.spyOn(console, 'error').mockReturnValue();
  ends = [];
  vi.mocked(joinPool).mockReset();
  vi.mocked(poolWorker).mockImplementation(() => {
    const { port1 } = new MessageChannel();
    ends.push(port1);
    return new WorkerHandle(Object.assign(port1, { terminate: () => port1.close() }));
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const view = (changes: Partial<PoolView>): PoolView => ({ ...NOTHING_SEEN, connected: true, ...changes });

it('joins again in a new worker when the one that holds the connection dies, and says that it is away meanwhile', async () => {
  const told: boolean[] = [];
  const channel = new BroadcastChannel('earshot');
  channel.onmessage = ({ data }: MessageEvent) => data.type === 'pool-seen' && told.push(data.view.connected);
  vi.mocked(joinPool).mockImplementation(async (_handle, _access, _member, onView) => onView(view({})));
  const life = new AbortController();
  const link = new PoolLink(SETTINGS, () => undefined, life.signal);
  await eventually(() => expect(told).toEqual([true]));
  const first = link.handle;
  ends.at(-1)?.dispatchEvent(new Event('error'));
  await eventually(() => expect(told).toEqual([true, false, true]));
  expect(link.handle).not.toBe(first);
  expect(link.handle.ended).toBe(false);
  expect(vi.mocked(joinPool)).toHaveBeenCalledTimes(2);
  // One that dies while the device leaves is not replaced.
  life.abort();
  ends.at(-1)?.dispatchEvent(new Event('error'));
  expect(link.handle.ended).toBe(true);
  expect(ends).toHaveLength(2);
  channel.close();
});

it('joins again later and later where each worker dies right after it has joined', async () => {
  // What the database waits for remains real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const joined = vi.mocked(joinPool).mockResolvedValue();
  const joinedAt = async (times: number) => {
    while (joined.mock.calls.length < times) await new Promise((resolve) => setImmediate(resolve));
    // It has joined when its note is complete.
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(joined).toHaveBeenCalledTimes(times);
  };
  const life = new AbortController();
  const link = new PoolLink(SETTINGS, () => undefined, life.signal);
  const die = () => ends.at(-1)?.dispatchEvent(new Event('error'));
  await joinedAt(1);
  die();
  await joinedAt(2);
  for (const [index, waitMs] of [15_000, 30_000, 60_000].entries()) {
    die();
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(link.handle.ended).toBe(true);
    await joinedAt(2 + index);
    await vi.advanceTimersByTimeAsync(1);
    await joinedAt(3 + index);
  }
  // One that lasts is no sign that the next would die, too.
  await vi.advanceTimersByTimeAsync(60_000);
  die();
  await joinedAt(6);
  life.abort();
});
