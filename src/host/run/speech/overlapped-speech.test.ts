import { expect, it } from 'vitest';
import { inEnglish } from '../../../lib/errors/msg.ts';
import { overlapNotes, overlappedSpeech } from './overlapped-speech.ts';

const turn = (speaker: number, start: number, end: number, channel = 0) => ({ speaker, channel, start, end });

it('several people of a channel speak at once for half a second or longer', () => {
  const turns = [
    ...[turn(0, 0, 10), turn(1, 2, 2.4), turn(1, 6, 7)],
    // Two that follow each other closely are one stretch.
    ...[turn(2, 7.5, 12), turn(1, 11.8, 12.2)],
    turn(3, 0, 12, 1),
  ];
  const spans = overlappedSpeech(turns);
  expect(spans).toEqual([{ channel: 0, start: 6, end: 10 }]);
  expect(overlapNotes(spans).map(inEnglish)).toEqual([
    'Several people speak at once from 0:06 to 0:10: what one of them says may be missing.',
  ]);
});

it('one after the other is nothing to note', () => {
  expect(overlapNotes(overlappedSpeech([turn(0, 0, 4), turn(1, 4, 9), turn(0, 8.9, 12)]))).toEqual([]);
});
