/** One of the three browser families, as driven by the tests. */
export interface BrowserEngine {
  readonly name: EngineName;
  /** "firefox 153.7.0" */
  readonly version: string;
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Opens another tab, which stays until the function that this resolves with is called. */
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
  /** @returns PNG */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export const ENGINE_NAMES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** How long a task in a page may take: a model may have to load. */
export const TASK_LIMIT_MS = 120_000;
