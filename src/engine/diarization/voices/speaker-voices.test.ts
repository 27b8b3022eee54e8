import { expect, it } from 'vitest';
import { speakerVoices } from './speaker-voices.ts';

it('gives each voice that was long enough with the longest turn of its speaker', () => {
  const vector = Float32Array.of(1, 0);
  const turn = (speaker: number, start: number, end: number) => ({ speaker, start, end, channel: 1 });
  const turns = [turn(0, 0, 1), turn(1, 1, 2), turn(0, 2, 5), turn(0, 6, 7)];
  expect(speakerVoices({ turns, voices: [vector, null] })).toEqual([
    { vector, channel: 1, start: 2, end: 5 },
  ]);
});
