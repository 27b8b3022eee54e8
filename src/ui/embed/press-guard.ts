/** How long the pointer, or the focus, must have been in the frame, and the frame at its place on the screen, before a press counts. */
const CONSIDERED_MS = 800;
/** Coordinates are rounded. */
const ROUNDING_PX = 2;
/** A page that is zoomed reports its points and those of the screen in different units: then the same spot in both is the same place. */
const SPOT_PX = 24;

/** What is read of an event. Its time is that of the input: a page may delay the frame's scripts. */
export type PointerPosition = Pick<MouseEvent, 'timeStamp' | 'screenX' | 'screenY' | 'clientX' | 'clientY'>;

/** Whether a press was considered: a page may move its frame under the pointer. Each event has its place on the screen. */
export class PressGuard {
  /** The first event of the pointer since it has been in the frame, and the frame at its place. */
  #first: PointerPosition | null = null;
  #focusedAt: number | null = null;

  pointerAt(event: PointerPosition): void {
    const { timeStamp, screenX, screenY, clientX, clientY } = event;
    if (this.#first === null || hasMoved(this.#first, event))
      this.#first = { timeStamp, screenX, screenY, clientX, clientY };
  }

  pointerLeft(): void {
    this.#first = null;
  }

  focusedAt(timeStamp: number): void {
    this.#focusedAt = timeStamp;
  }

  focusLeft(): void {
    this.#focusedAt = null;
  }

  isConsidered(press: PointerPosition): boolean {
    this.pointerAt(press);
    return isBefore(this.#first?.timeStamp, press);
  }

  isConsideredKey({ timeStamp }: Pick<Event, 'timeStamp'>): boolean {
    return isBefore(this.#focusedAt, { timeStamp });
  }
}

const isBefore = (since: number | null | undefined, { timeStamp }: Pick<Event, 'timeStamp'>): boolean =>
  typeof since === 'number' && timeStamp - since >= CONSIDERED_MS;

function hasMoved(first: PointerPosition, now: PointerPosition): boolean {
  const screen = [now.screenX - first.screenX, now.screenY - first.screenY];
  const client = [now.clientX - first.clientX, now.clientY - first.clientY];
  const isSameSpot = [...screen, ...client].every((distance) => Math.abs(distance) <= SPOT_PX);
  const isSamePlace = screen.every((moved, axis) => Math.abs(moved - (client[axis] ?? 0)) <= ROUNDING_PX);
  return !isSamePlace && !isSameSpot;
}
