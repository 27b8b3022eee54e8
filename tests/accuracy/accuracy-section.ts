import type { BrowserSession } from '../../src/cli/browser-session.ts';
import type { Figure } from '../runner/figure.ts';

/** What one section of `npm run accuracy` found. */
export interface SectionReport {
  figures: Figure[];
  /** For .cache/accuracy.json. */
  details: unknown;
  /** Clips that gave an error instead of a result. */
  failed: number;
}

/** Measures through the built app in a real browser; prints a line for every clip. */
export type AccuracySection = (session: BrowserSession) => Promise<SectionReport>;
