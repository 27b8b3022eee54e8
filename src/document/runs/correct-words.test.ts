import { expect, test } from 'vitest';
import { line, type Said, taken } from '../../../tests/fakes/taken-run.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';

test.each(caseRows<[string, string, string, string]>(import.meta.url, 'corrected'))(
  'a sentence ends once, behind what was added: %s, %s',
  (live, written, next, wanted) => {
    expect(line(live, written, next)).toBe(wanted);
  },
);

test.each([
  ['And Anna is here now', 1],
  ['And Anna is here now', 0.5],
  ['And Hannah is here now', 0.5],
  ['Anna is here now today', 1],
])('words of a new run that nobody saw stay: %s at %s s', (next, at) => {
  expect(line('Hannah is here now', 'Anna is here now', next, at)).toBe(next.replace('Hannah', 'Anna'));
});

test('what was added is there once where a new run has it, too', () => {
  expect(
    line('The budget is ready.', 'The budget is ready by Monday.', 'The budget is ready by Monday.'),
  ).toBe('The budget is ready by Monday.');
});

test('what was added at a paragraph’s beginning is in that paragraph', () => {
  const live: Said = [
    { text: 'Good morning all', at: 1, speaker: 0 },
    { text: 'the budget is ready', at: 9, speaker: 1 },
  ];
  const next: Said = [
    { text: 'Good morning, all.', at: 1, speaker: 0 },
    { text: 'The budget is ready.', at: 9, speaker: 1 },
  ];
  expect(taken(live, [null, 'today the budget is ready'], next)).toBe(
    'Good morning, all. | today The budget is ready.',
  );
});
