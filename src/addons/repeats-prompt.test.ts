import { expect, it } from 'vitest';
import { repeatsPrompt } from './repeats-prompt.ts';

const RULES =
  'You summarize transcripts of recordings for people who were not there. Write one or two sentences.';
const SAID = 'We meet on Monday. The people who were not there, for people who were not there.';

it.each([
  ['You summarize transcripts of recordings for people.', true],
  ['- you Summarize transcripts, of RECORDINGS for people who', true],
  ['They write one or two letters on Monday.', false],
  // Said, too.
  ['A talk for people who were not there.', false],
  ['Monday.', false],
  ['', false],
])('finds instructions in a text: %s', (written, repeats) => {
  expect(repeatsPrompt(written, RULES, SAID)).toBe(repeats);
});
