import type { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import type { Figure } from '../runner/figure.ts';

/** Results of one section of `npm run accuracy`. */
export interface SectionReport {
  figures: Figure[];
  /** For .cache/accuracy.json. */
  details: unknown;
  /** Clips that produced an error instead of a result. */
  failed: number;
}

/** Measures through the built app in a real browser; prints a line per clip. */
export type AccuracySection = (session: BrowserSession) => Promise<SectionReport>;
