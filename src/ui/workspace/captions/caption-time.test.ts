import { expect, test } from 'vitest';
import { formatCueTime, readCueTime } from './caption-time.ts';

test('times of captions are written and read back', () => {
  for (const [ms, text] of [
    [0, '0:00.000'],
    [62_345, '1:02.345'],
    [3_600_000, '1:00:00.000'],
    [18_000_080, '5:00:00.080'],
  ] as const) {
    expect(formatCueTime(ms)).toBe(text);
    expect(readCueTime(text)).toBe(ms / 1000);
  }
  expect(readCueTime(' 1:02,5 ')).toBe(62.5);
  expect(readCueTime('7')).toBe(7);
  for (const wrong of ['', 'x', '1:2:3:4', '-1', '1.2.3', '1:']) expect(readCueTime(wrong)).toBeNull();
});
