import { expect, it } from 'vitest';
import { invitedAs } from './invited.ts';

it('takes the whole name for a first name that one person has', () => {
  const invited = ['Ada King', 'Ben Miller', 'Ben Stone', 'José Luis Paz'];
  expect(['Ada', 'ada', 'Ben', 'Josè', 'José', 'Cem'].map((name) => invitedAs(name, invited))).toEqual([
    'Ada King',
    'Ada King',
    'Ben',
    'Josè',
    'José Luis Paz',
    'Cem',
  ]);
});
