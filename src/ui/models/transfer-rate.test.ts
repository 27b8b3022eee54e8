import { describe, expect, it } from 'vitest';
import { TransferRate } from './transfer-rate.ts';

/** A rate after `bytes` more at each second. */
function rateOf(...bytes: number[]): { rate: TransferRate; now: number } {
  const rate = new TransferRate(0);
  let received = 0;
  rate.note(0, 0);
  bytes.forEach((more, second) => {
    received += more;
    rate.note(received, (second + 1) * 1000);
  });
  return { rate, now: bytes.length * 1000 };
}

describe('the speed of a transfer', () => {
  it('is unknown at first, then that of the last seconds', () => {
    expect(rateOf().rate.bytesPerSecond(500)).toBeNull();
    const steady = rateOf(100, 100, 100);
    expect(steady.rate.bytesPerSecond(steady.now)).toBe(100);
    expect(steady.rate.secondsLeft(1300, steady.now)).toBe(10);
    const slower = rateOf(...Array.from({ length: 20 }, () => 1000), ...Array.from({ length: 12 }, () => 10));
    expect(slower.rate.bytesPerSecond(slower.now)).toBe(10);
  });

  it('falls while nothing arrives, which is told after two seconds', () => {
    const { rate, now } = rateOf(100, 100);
    expect(rate.isSilent(now + 1999)).toBe(false);
    expect(rate.isSilent(now + 2000)).toBe(true);
    expect(rate.bytesPerSecond(now + 2000)).toBe(50);
    rate.note(200, now + 3000);
    expect(rate.isSilent(now + 3000)).toBe(true);
    rate.note(201, now + 3100);
    expect(rate.isSilent(now + 3100)).toBe(false);
  });

  it('begins anew where a file begins anew', () => {
    const { rate, now } = rateOf(1000, 1000);
    rate.note(0, now + 1000);
    rate.note(50, now + 2000);
    expect(rate.bytesPerSecond(now + 2000)).toBe(50);
  });

  it('says at the beginning, too, that nothing arrives', () => {
    expect(new TransferRate(0).isSilent(2000)).toBe(true);
  });
});
