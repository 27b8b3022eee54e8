/** One of the three browser families, as driven by the tests. */
export interface BrowserEngine {
  readonly name: EngineName;
  /** "firefox 153.7.0" */
  readonly version: string;
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Opens another tab, which is open until the function that this resolves with is called. */
  openBeside(address: string): Promise<() => Promise<void>>;
  /**
   * Runs a function in the page. It must not use anything outside itself; arguments and result travel as JSON.
   * Rejects with the message of what it threw.
   */
  run<Args extends unknown[], Result>(
    task: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Clicks like a user, in the page or in its only frame. */
  click(selector: string, where?: 'page' | 'frame'): Promise<void>;
  /** Null where the driver has none that moves by itself. */
  readonly pointer: Pointer | null;
  /** @returns PNG */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

/** A pointer, or a finger, at points of the page. */
export interface Pointer {
  /** Of an element in the page's only frame. */
  centreOf(selector: string): Promise<Point>;
  move(point: Point): Promise<void>;
  /** Where it is. */
  press(): Promise<void>;
  /** Null where the driver has no finger. */
  readonly touch: ((point: Point, heldMs: number) => Promise<void>) | null;
}

/** The centre of a box of an element. */
export function centre(
  box: { x: number; y: number; width: number; height: number } | null | undefined,
): Point {
  if (!box) throw new Error('The element has no box.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const ENGINE_NAMES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** How long a task in a page may take: a model may have to load. */
export const TASK_LIMIT_MS = 120_000;
