import { describe, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import { SoundLevels } from './sound-levels.ts';

/** Noise of these amplitudes, each for as many seconds. */
function levels(...parts: [seconds: number, amplitude: number][]): SoundLevels {
  const made = new SoundLevels();
  for (const [seconds, amplitude] of parts)
    made.push(
      Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, at) => amplitude * (at % 2 === 0 ? 1 : -1)),
    );
  return made;
}

describe('the level of a recording', () => {
  it.each([
    ['early', 2.4],
    ['late', 3.8],
  ])('moves an end that is %s to where the sound falls', (_, end) => {
    const fitted = levels([1, 0.001], [2, 0.5], [2, 0.001]).fitted({ start: 1, end });
    expect(fitted.start).toBeCloseTo(1);
    expect(fitted.end).toBeCloseTo(3);
  });

  it('moves a start to where the sound rises, and none to before it', () => {
    const recording = levels([1, 0.001], [2, 0.5], [2, 0.001]);
    expect(recording.fitted({ start: 0.5, end: 3 }).start).toBeCloseTo(1);
    expect(recording.fitted({ start: 1.5, end: 3 }).start).toBeCloseTo(1.5);
  });

  it('goes over a pause that is shorter than an end', () => {
    const knocks = levels([1, 0], [0.2, 0.5], [0.1, 0], [0.2, 0.5], [1, 0]);
    expect(knocks.fitted({ start: 1, end: 1.15 }).end).toBeCloseTo(1.5);
  });

  it('ends with the recording', () => {
    expect(levels([1, 0], [1, 0.5]).fitted({ start: 1, end: 2 }).end).toBeCloseTo(2);
  });

  it.each([
    ['speech as loud goes on', levels([6, 0.5])],
    ['the sound goes on for longer than a window', levels([1, 0.001], [4, 0.5], [1, 0.001])],
    ['there is nothing', levels([1, 0])],
  ])('changes nothing where %s', (_, recording) => {
    expect(recording.fitted({ start: 1, end: 2.5 })).toEqual({ start: 1, end: 2.5 });
  });
});
