import { expect, it } from 'vitest';
import { writeTurns } from '../spoken-sentences.ts';
import { retellsRecording } from './retells-recording.ts';

const SAID = Array.from({ length: 12 }, (_, at) => ({
  text: `The council speaks about point ${at} of its list, which is the ${['bridge', 'school', 'harbour'][at % 3]}.`,
  voice: `Speaker ${1 + (at % 2)}`,
  language: 'en',
}));
const WHOLE = writeTurns(SAID);

it.each([
  ['the whole recording', WHOLE, true],
  ['most of it, as a list', WHOLE.replaceAll(/^/gm, '- ').slice(0, -120), true],
  ['a third of it', WHOLE.slice(0, WHOLE.length / 3).replaceAll(/Speaker \d: /g, ''), false],
  ['its own words', 'The council goes through its list. '.repeat(20), false],
  ['more words than were said', 'The council goes through its list. '.repeat(60), true],
  ['three turns', 'Speaker 1: It is about the bridge.\nSpeaker 2: And a school.\nSpeaker 1: Fine.', true],
  ['two sentences about voices', 'Speaker 1 wants a bridge.\nSpeaker 2 wants a school.', false],
])('tells a retelling from a summary: %s', (_, written, retells) => {
  expect(retellsRecording(written, SAID, false)).toBe(retells);
});

it('lets the points of a list name their voices', () => {
  const points = 'Speaker 1: The bridge.\nSpeaker 2: The school.\nSpeaker 1: The harbour.';
  expect(retellsRecording(points, SAID, true)).toBe(false);
});

it('lets a short recording be its own summary', () => {
  expect(retellsRecording(SAID[0]?.text ?? '', SAID.slice(0, 1), false)).toBe(false);
});
