import { expect, test } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { formatBytes } from './format-bytes.ts';
import { formatDuration } from './format-duration.ts';
import { formatSpeed } from './format-speed.ts';
import { languageLabel } from './language-label.ts';

test.each(caseRows<[number, string]>(import.meta.url, 'secondsPlayerRead'))(
  '%s seconds on a player read %s',
  (seconds, text) => expect(formatClock(seconds)).toBe(text),
);

test.each(caseRows<[number, string]>(import.meta.url, 'secondsLeftRead'))(
  '%s seconds left read %s',
  (seconds, text) => expect(formatDuration(seconds)).toBe(text),
);

test.each(caseRows<[number, string]>(import.meta.url, 'bytesRead'))('%s bytes read %s', (bytes, text) =>
  expect(formatBytes(bytes)).toBe(text),
);

test.each(caseRows<[string, string]>(import.meta.url, 'languageOffered'))(
  'the language %s is offered as %s',
  (code, label) => expect(languageLabel(code)).toBe(label),
);

test.each(caseRows<[number, string]>(import.meta.url, 'speedReadsSlow'))(
  'a speed of %s reads %s: a slow one is never nothing',
  (speed, text) => expect(formatSpeed(speed)).toBe(text),
);
