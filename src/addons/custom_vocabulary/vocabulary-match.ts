import type { VocabularyTerm } from './vocabulary-entries.ts';

/** Words `from` to `to` (exclusive) were meant as a term. */
export interface VocabularyMatch {
  from: number;
  to: number;
  term: VocabularyTerm;
  /** Score for choosing among overlapping matches. */
  worth: number;
}
