import type { PiiEntityType } from '../../contract/pii-entity-type.ts';

/** Whole words of one utterance that are an entity. */
export interface WordSpan {
  type: PiiEntityType;
  /** Index of the utterance. */
  utterance: number;
  /** Indices of its words; `to` is exclusive. */
  from: number;
  to: number;
}
