import type { Figure } from '../runner/figure.ts';

/** Results of one section of `npm run accuracy`. */
export interface SectionReport {
  figures: Figure[];
  /** For .cache/accuracy.json. */
  details: unknown;
  /** Clips that produced an error instead of a result. */
  failed: number;
}
