import { expect, it } from 'vitest';
import { lastPathSegment } from './last-path-segment.ts';

it.each([
  ['https://a.example/talks/Gr%C3%BC%C3%9Fe.wav?token=1', 'Grüße.wav'],
  ['https://a.example/', ''],
  ['https://a.example/100%.wav', '100%.wav'],
  ['https://a.example/%E0%A4%A.mp3', '%E0%A4%A.mp3'],
])('the last segment of %s is %j', (address, segment) => {
  expect(lastPathSegment(address)).toBe(segment);
});
