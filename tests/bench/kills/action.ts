import type { Page } from 'playwright';
import type { Random } from './dice.ts';
import type { KillBench } from './kill-bench.ts';

/** What became of an attempt, in sentences; all of them empty where nothing is wrong. */
export interface Findings {
  /** What was there, or had been done two seconds ago, and is gone. */
  lost: string[];
  doubled: string[];
  /** What is there in part. */
  half: string[];
}

/** How an attempt ended. */
export interface Ended {
  /** When the page went; as in `performance.now()`. */
  at: number;
  /** Whether the person had finished by then. */
  finished: boolean;
}

/** Something that a person has begun. */
export interface Attempt {
  /** Goes on with it until it is done, or until its page is gone: then it may reject. */
  act(): Promise<void>;
  /** Looks into the database through a page that is not the app's, while the app is not open. */
  whileClosed?(passive: Page): Promise<void>;
  /** Called once the app is open again: tries what a person would try next, and compares. */
  judge(ended: Ended): Promise<Findings>;
  /** Removes what is left of it. */
  clear(): Promise<void>;
}

/** Something that people or programs do with the app, which is ended at a random moment. */
export interface Action {
  /** The latest moment at which it is ended, in milliseconds after it began. */
  lasts: number;
  /** Whether the app goes on with it by itself: then it is ended again and again, and its workers are ended, too. */
  goesOn?: boolean;
  /** It takes long, so there are fewer rounds of it. */
  rare?: boolean;
  /** Whether this machine has what it needs; it does where nothing is said. */
  isPossible?: () => boolean;
  start(bench: KillBench, random: Random): Promise<Attempt>;
}

export const nothingFound = (): Findings => ({ lost: [], doubled: [], half: [] });
