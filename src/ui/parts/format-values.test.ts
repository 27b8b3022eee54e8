import { expect, test } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { formatBytes } from './format-bytes.ts';
import { dateLocale, formatDate } from './format-date.ts';
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

test('dates are as the browser’s region writes the language of the interface', () => {
  const afternoon = new Date(2026, 2, 14, 15, 5);
  const later = new Date(2026, 5, 1);
  expect(dateLocale(['fr-FR', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(dateLocale(['fr-FR'])).toBe('en');
  expect(formatDate(afternoon, later, 'en-GB')).toBe('14 Mar, 15:05');
});
