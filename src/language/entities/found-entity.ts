import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { MappedText } from './mapped-text.ts';

/** Confidence in a find: a checksum, a form that little else has, or the surrounding words. */
export const SURENESS = { checksum: 3, form: 2, context: 1 } as const;

/** A recogniser's find in a view; `to` is exclusive. */
export interface Find {
  type: PiiEntityType;
  from: number;
  to: number;
  sureness: number;
}

export type Recogniser = (view: MappedText) => Find[];

/** A find in a stream's written text; `to` is exclusive. */
export interface WrittenFind extends Find {
  /** Narrower types that it may be as well, if its own was not requested. */
  standsFor?: readonly PiiEntityType[];
  /** Found by a model rather than by rules. */
  byModel?: true;
}

/** The whole words of one utterance that form an entity, by their indices; `to` is exclusive. */
export interface WordSpan extends Omit<WrittenFind, 'sureness'> {
  /** Index of the utterance. */
  utterance: number;
}
