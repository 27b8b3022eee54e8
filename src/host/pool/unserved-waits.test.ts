import { describe, expect, it } from 'vitest';
import { NOTHING_SEEN, type PoolView, type PoolViewJob } from '../../contract/realms/pool-view.ts';
import { UnservedWaits } from './unserved-waits.ts';

const BEAT = 15_000;
const MINUTE = 60_000;

const job = (id: string, created: string, changes: Partial<PoolViewJob> = {}): PoolViewJob => ({
  id,
  title: id,
  mine: true,
  state: 'queued',
  from: 'Origin',
  runner: null,
  progress: 0,
  engine: 'stt-1',
  device: 'wasm',
  created: `2026-01-01T${created}:00Z`,
  ...changes,
});

/** Whether the first of these jobs is passed over, asked every 15 s for some minutes. */
function askFor(
  minutes: number,
  waits: UnservedWaits,
  clock: { ms: number },
  jobs: () => PoolViewJob[],
): boolean {
  let isPassedOver = false;
  for (const end = clock.ms + minutes * MINUTE; clock.ms < end; clock.ms += BEAT) {
    const [first, ...others] = jobs();
    if (!first) throw new Error('No job.');
    const view: PoolView = { ...NOTHING_SEEN, jobs: [first, ...others] };
    isPassedOver = waits.isPassedOver(first, view);
  }
  return isPassedOver;
}

describe('jobs that wait in a pool unserved', () => {
  const begin = () => {
    const clock = { ms: 0 };
    return { clock, waits: new UnservedWaits(BEAT, () => clock.ms) };
  };

  it('are those that nobody takes for ten minutes', () => {
    const { clock, waits } = begin();
    const jobs = () => [job('mine', '12:00')];
    expect(askFor(10, waits, clock, jobs)).toBe(false);
    expect(askFor(1, waits, clock, jobs)).toBe(true);
  });

  it('are not those behind older ones in work, but those that younger ones pass', () => {
    const { clock, waits } = begin();
    const behind = () => [
      job('mine', '12:00'),
      job('older', '11:00', { state: 'running', runner: 'Office' }),
    ];
    expect(askFor(120, waits, clock, behind)).toBe(false);
    const passed = () => [
      job('mine', '12:00'),
      job('younger', '13:00', { state: 'running', runner: 'Office' }),
    ];
    expect(askFor(11, waits, clock, passed)).toBe(true);
  });

  it('are those that each device gives back, and not those that one works on', () => {
    const { clock, waits } = begin();
    const returned = () => [
      job('mine', '12:00', clock.ms % MINUTE === 0 ? { state: 'running', runner: 'Older' } : {}),
    ];
    expect(askFor(11, waits, clock, returned)).toBe(true);
    const worked = () => [job('mine', '12:00', { state: 'running', runner: 'Office' })];
    expect(askFor(60, waits, clock, worked)).toBe(false);
    // Its owner died, and nobody follows.
    expect(askFor(9, waits, clock, () => [job('mine', '12:00', { state: 'running' })])).toBe(false);
    expect(askFor(2, waits, clock, () => [job('mine', '12:00', { state: 'running' })])).toBe(true);
  });

  it('are forgotten with their jobs', () => {
    const { clock, waits } = begin();
    const jobs = () => [job('mine', '12:00')];
    expect(askFor(11, waits, clock, jobs)).toBe(true);
    waits.forget('mine');
    expect(askFor(1, waits, clock, jobs)).toBe(false);
  });
});
