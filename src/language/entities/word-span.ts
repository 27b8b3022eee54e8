import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';

/** The whole words of one utterance that form an entity. */
export interface WordSpan {
  type: PiiEntityType;
  /** Index of the utterance. */
  utterance: number;
  /** Indices of its words; `to` is exclusive. */
  from: number;
  to: number;
  /** Narrower types that it may be as well, if its own was not requested. */
  standsFor?: readonly PiiEntityType[];
  /** Found by a model rather than by rules. */
  byModel?: true;
}
