import { describe, expect, it } from 'vitest';
import { PressGuard } from './press-guard.ts';

/** An event of a pointer at a point of the screen, while the frame is at this place. */
const at = (timeStamp: number, [screenX, screenY]: [number, number], frame: [number, number], zoom = 1) => ({
  timeStamp,
  screenX,
  screenY,
  clientX: (screenX - frame[0]) / zoom,
  clientY: (screenY - frame[1]) / zoom,
});

const PLACE: [number, number] = [600, 400];
const BUTTON: [number, number] = [650, 500];

describe('a press of a pointer in a frame', () => {
  it('counts once the pointer and the frame have been there for 800 ms, wherever in the frame it was', () => {
    const guard = new PressGuard();
    guard.pointerAt(at(1_000, [610, 410], PLACE));
    guard.pointerAt(at(1_500, BUTTON, PLACE));
    expect(guard.isConsidered(at(1_799, BUTTON, PLACE))).toBe(false);
    expect(guard.isConsidered(at(1_800, BUTTON, PLACE))).toBe(true);
  });

  it('does not count where it is the first that the frame gets of the pointer', () => {
    expect(new PressGuard().isConsidered(at(5_000, BUTTON, PLACE))).toBe(false);
  });

  it('does not count where the pointer has just entered again', () => {
    const guard = new PressGuard();
    guard.pointerAt(at(1_000, BUTTON, PLACE));
    guard.pointerLeft();
    guard.pointerAt(at(4_000, BUTTON, PLACE));
    expect(guard.isConsidered(at(4_056, BUTTON, PLACE))).toBe(false);
  });

  it('does not count where the page has moved the frame under a pointer that was in it', () => {
    const guard = new PressGuard();
    guard.pointerAt(at(1_000, BUTTON, PLACE));
    const moved: [number, number] = [PLACE[0], PLACE[1] - 60];
    expect(guard.isConsidered(at(4_000, BUTTON, moved))).toBe(false);
    expect(guard.isConsidered(at(4_800, BUTTON, moved))).toBe(true);
  });

  it('does not count where the frame follows the pointer in small steps', () => {
    const guard = new PressGuard();
    for (let step = 0; step < 100; step++)
      guard.pointerAt(at(1_000 + 16 * step, [BUTTON[0] + step, BUTTON[1]], [PLACE[0] + step, PLACE[1]]));
    expect(guard.isConsidered(at(2_600, [750, 500], [700, 400]))).toBe(false);
  });

  it.each([0.4, 1.5, 3])('counts on a page that is zoomed %f times, once the pointer has paused', (zoom) => {
    const guard = new PressGuard();
    guard.pointerAt(at(1_000, [610, 410], PLACE, zoom));
    guard.pointerAt(at(1_500, BUTTON, PLACE, zoom));
    expect(guard.isConsidered(at(2_000, BUTTON, PLACE, zoom))).toBe(false);
    expect(guard.isConsidered(at(2_300, [BUTTON[0] + 3, BUTTON[1]], PLACE, zoom))).toBe(true);
  });
});

describe('a press of a key in a frame', () => {
  it('counts once the focus has been there for 800 ms', () => {
    const guard = new PressGuard();
    expect(guard.isConsideredKey({ timeStamp: 9_000 })).toBe(false);
    guard.focusedAt(9_000);
    expect(guard.isConsideredKey({ timeStamp: 9_056 })).toBe(false);
    expect(guard.isConsideredKey({ timeStamp: 9_800 })).toBe(true);
    guard.focusLeft();
    expect(guard.isConsideredKey({ timeStamp: 9_900 })).toBe(false);
  });
});
