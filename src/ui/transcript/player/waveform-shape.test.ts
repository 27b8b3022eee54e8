import { expect, test } from 'vitest';
import { columnsOf, zoomed } from './waveform-shape.ts';

const waveform = { rate: 10, peaks: Uint8Array.from([0, 255, 51, 0, 0, 0, 0, 0, 102, 0]) };

test('a column shows the highest of its peaks', () => {
  expect(columnsOf(waveform, { start: 0, end: 1 }, 5)).toEqual([1, 0.2, 0, 0, 0.4]);
  expect(columnsOf(waveform, { start: 0.1, end: 0.3 }, 4)).toEqual([1, 1, 0.2, 0.2]);
  expect(columnsOf(waveform, { start: 0, end: 2 }, 2)).toEqual([1, 0]);
});

test('zooming keeps the time under the pointer, and stays within the recording', () => {
  expect(zoomed({ start: 0, end: 100 }, 25, 0.5, 100)).toEqual({ start: 12.5, end: 62.5 });
  expect(zoomed({ start: 0, end: 100 }, 0, 0.5, 100)).toEqual({ start: 0, end: 50 });
  expect(zoomed({ start: 10, end: 12 }, 11, 0.5, 100)).toEqual({ start: 10, end: 12 });
  expect(zoomed({ start: 12.5, end: 62.5 }, 25, 4, 100)).toEqual({ start: 0, end: 100 });
});
