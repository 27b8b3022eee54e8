import { describe, expect, it } from 'vitest';
import { activeFrames, joinTurns, turnsOf } from './speaker-turns.ts';
import type { FrameRange, WindowSpeakers } from './window-speakers.ts';

const FRAME_SECONDS = 270 / 16_000;
const FIRST_SECONDS = 360 / 16_000;
const at = (frame: number) => FIRST_SECONDS + frame * FRAME_SECONDS;

function windowOf(
  chunks: { frames: FrameRange; said: Record<number, FrameRange[]> }[],
  pieces = [{ windowStart: 0, fileStart: 100, duration: 30 }],
): WindowSpeakers {
  return {
    pieces,
    voices: [],
    seconds: 0,
    chunks: chunks.map(({ frames, said }) => ({
      frames,
      speakers: Object.entries(said).map(([voice, ranges]) => ({ voice: Number(voice), ranges })),
    })),
  };
}

const speakerTurns = (window: WindowSpeakers, speakerOf: number[]) =>
  turnsOf(activeFrames(window, speakerOf), window);

describe('the turns of a window', () => {
  it('places turns in the file, overlapping ones too', () => {
    const window = windowOf([{ frames: [0, 300], said: { 0: [[60, 180]], 1: [[150, 240]] } }]);
    const turns = speakerTurns(window, [4, 7]);
    expect(turns.map(({ speaker }) => speaker)).toEqual([4, 7]);
    expect(turns[0]?.start).toBeCloseTo(100 + at(60));
    expect(turns[0]?.end).toBeCloseTo(100 + at(180));
    expect(turns[1]?.start).toBeCloseTo(100 + at(150));
    expect(turns[1]?.end).toBeCloseTo(100 + at(240));
  });

  it('lets the middle of one chunk outvote the end of another', () => {
    const window = windowOf([
      { frames: [0, 200], said: { 0: [[0, 200]] } },
      { frames: [100, 300], said: { 1: [[100, 300]] } },
    ]);
    const [first, second] = speakerTurns(window, [0, 1]);
    expect(first?.end).toBeCloseTo(100 + at(150), 1);
    expect(second?.start).toBeCloseTo(100 + at(150), 1);
  });

  it('counts two voices of one person as one', () => {
    const window = windowOf([{ frames: [0, 200], said: { 0: [[50, 150]], 1: [[100, 180]] } }]);
    const turns = speakerTurns(window, [3, 3]);
    expect(turns).toHaveLength(1);
    expect(turns[0]?.end).toBeCloseTo(100 + at(180));
  });

  it('splits a turn where the window omits a pause', () => {
    const pieces = [
      { windowStart: 0, fileStart: 10, duration: 2 },
      { windowStart: 2, fileStart: 60, duration: 3 },
    ];
    const frames = Math.floor((5 - FIRST_SECONDS) / FRAME_SECONDS);
    const turns = speakerTurns(windowOf([{ frames: [0, frames], said: { 0: [[0, frames]] } }], pieces), [0]);
    expect(turns).toEqual([
      { speaker: 0, start: 10, end: 12 },
      { speaker: 0, start: 60, end: 63 },
    ]);
  });

  it('is empty if nobody speaks', () => {
    expect(speakerTurns(windowOf([{ frames: [0, 100], said: {} }]), [])).toEqual([]);
    expect(speakerTurns(windowOf([]), [])).toEqual([]);
  });
});

describe('joinTurns', () => {
  it('joins what one speaker says without a real pause, and nothing else', () => {
    const turn = (speaker: number, start: number, end: number) => ({ speaker, start, end });
    expect(joinTurns([turn(0, 5.1, 6), turn(0, 0, 5), turn(1, 4, 5.5), turn(0, 7, 8)])).toEqual([
      turn(0, 0, 6),
      turn(1, 4, 5.5),
      turn(0, 7, 8),
    ]);
  });
});
