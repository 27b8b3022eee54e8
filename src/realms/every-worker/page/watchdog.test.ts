import { describe, expect, it } from 'vitest';
import { PaceLimit, Watchdog, type WatchTime } from './watchdog.ts';

/** Time that passes on demand alone, in ticks or in one leap during which nothing ran. */
class TestTime implements WatchTime {
  #now = 0;
  #tick: (() => void) | null = null;
  #everyMs = 0;
  now = () => this.#now;
  every = (ms: number, tick: () => void) => {
    this.#everyMs = ms;
    this.#tick = tick;
    return () => {
      this.#tick = null;
    };
  };
  pass(ms: number): void {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now += Math.min(this.#everyMs, end - this.#now);
      this.#tick?.();
    }
  }
  sleep(ms: number): void {
    this.#now += ms;
    this.#tick?.();
  }
}

function watch(limitMs: number) {
  const time = new TestTime();
  let barks = 0;
  const dog = new Watchdog(limitMs, () => barks++, time);
  return { time, dog, barks: () => barks };
}

describe('a watchdog', () => {
  it('barks once, when the limit has passed without a sign of life', () => {
    const { time, dog, barks } = watch(60_000);
    time.pass(55_000);
    dog.pat();
    time.pass(55_000);
    expect(barks()).toBe(0);
    time.pass(5_000);
    expect(barks()).toBe(1);
    time.pass(600_000);
    expect(barks()).toBe(1);
  });

  it('says nothing after its end', () => {
    const { time, dog, barks } = watch(60_000);
    dog.end();
    time.pass(600_000);
    expect(barks()).toBe(0);
  });

  it('does not count the time in which the page stood still', () => {
    const { time, barks } = watch(60_000);
    time.pass(30_000);
    time.sleep(8 * 3_600_000);
    expect(barks()).toBe(0);
    time.pass(20_000);
    expect(barks()).toBe(1);
  });

  it('counts a throttled page slowly', () => {
    const { time, barks } = watch(60_000);
    for (let minute = 0; minute < 5; minute++) time.sleep(60_000);
    expect(barks()).toBe(0);
    time.sleep(60_000);
    expect(barks()).toBe(1);
  });
});

it('a watchdog knows the longest silence, without the time in which the page stood still', () => {
  const { time, dog } = watch(60_000);
  time.pass(22_000);
  dog.pat();
  time.pass(7_000);
  dog.pat();
  time.sleep(3_600_000);
  expect(dog.end()).toBe(22_000);
});

describe('the limit for a piece of work', () => {
  it('is five minutes for the first of a worker, then ten times the slowest, at least one minute', () => {
    const pace = new PaceLimit();
    expect(pace.limitMs).toBe(300_000);
    pace.note(2_000);
    expect(pace.limitMs).toBe(60_000);
    pace.note(20_000);
    pace.note(1_000);
    expect(pace.limitMs).toBe(200_000);
    pace.renew();
    expect(pace.limitMs).toBe(300_000);
    pace.note(1_000);
    expect(pace.limitMs).toBe(200_000);
  });
});
