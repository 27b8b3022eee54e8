import { expect, test } from 'vitest';
import { formatClock } from '../../lib/format-clock.ts';
import { formatBytes } from './format-bytes.ts';
import { formatDuration } from './format-duration.ts';
import { formatSpeed } from './format-speed.ts';
import { languageLabel } from './language-label.ts';

test.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3599.99, '59:59'],
  [7389, '2:03:09'],
])('%s seconds on a player read %s', (seconds, text) => expect(formatClock(seconds)).toBe(text));

test.each([
  [0.2, '1 sec'],
  [59.4, '59 sec'],
  [59.6, '1 min'],
  [3570, '1 hr'],
  [7500, '2 hr 5 min'],
])('%s seconds left read %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test.each([
  [0, '0 bytes'],
  [950, '950 bytes'],
  [77_000_000, '77 MB'],
  [1_600_000_000, '1.6 GB'],
])('%s bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  ['de', 'German · Deutsch'],
  ['en', 'English'],
  ['jw', 'Javanese · Basa Jawa'],
  ['bo', 'Tibetan · བོད་ཡིག'],
  ['cy', 'Welsh · Cymraeg'],
  ['haw', 'Hawaiian · ʻŌlelo Hawaiʻi'],
])('the language %s is offered as %s', (code, label) => expect(languageLabel(code)).toBe(label));

test.each([
  [0.0421, '0.042'],
  [0.96, '0.96'],
  [3.14, '3.1'],
  [118, '120'],
])('a speed of %s reads %s: a slow one is never nothing', (speed, text) =>
  expect(formatSpeed(speed)).toBe(text),
);
