import { expect, test } from 'vitest';
import { line, type Said, taken } from '../../../tests/fakes/taken-run.ts';

test.each([
  [
    'the budget is ready',
    'the budget is ready by Monday',
    'The budget is ready.',
    'The budget is ready by Monday.',
  ],
  [
    'the budget is red',
    'the budget is ready by Monday',
    'The budget is red!',
    'The budget is ready by Monday!',
  ],
  [
    'the budget is ready',
    'the budget is ready by Monday.',
    'The budget is ready!',
    'The budget is ready by Monday.',
  ],
  ['is it ready', 'is it ready now', 'Is it ready? Yes.', 'Is it ready now? Yes.'],
  [
    'The budget is ready.',
    'The budget is ready. It is big.',
    'The budget is ready.',
    'The budget is ready. It is big.',
  ],
  ['we met Anna', 'we met Hannah', 'We met Anna.', 'We met Hannah.'],
])('a sentence ends once, behind what was added: %s, %s', (live, written, next, wanted) => {
  expect(line(live, written, next)).toBe(wanted);
});

test('a sentence that a new run lacks stands as a whole, at its time', () => {
  const live = 'Good morning all. The price is 14 heroes. Thank you.';
  const written = 'Good morning all. The price is 40 euros. Thank you.';
  expect(line(live, written, 'Good morning all.')).toBe('Good morning all. The price is 40 euros.');
  const next: Said = [
    { text: 'Good morning all.', at: 1 },
    { text: 'Thank you.', at: 5 },
  ];
  expect(taken([{ text: live, at: 1 }], [written], next)).toContain('The price is 40 euros.');
  expect(
    taken(
      [
        { text: 'Good morning all.', at: 1 },
        { text: 'The price is 14 heroes.', at: 10 },
        { text: 'Thank you.', at: 13 },
      ],
      [null, 'The price is 40 euros. Thank you.'],
      [
        { text: 'Good morning all.', at: 1 },
        { text: 'Thank you.', at: 13 },
      ],
    ),
  ).toBe('Good morning all. | The price is 40 euros. Thank you.');
});

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

test('a sentence that a new run has in two paragraphs stands once', () => {
  const next: Said = [
    { text: 'Street Emmas in', at: 1, speaker: 0 },
    { text: 'London speak Emma well.', at: 2.5, speaker: 1 },
  ];
  expect(
    taken(
      [{ text: 'Three Emmas in London speak Emma well.', at: 1 }],
      ['Three Emmas in London speak Emma’s well.'],
      next,
    ),
  ).toBe('Three Emmas in | London speak Emma’s well.');
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
