import type { Word } from '../../../contract/transcripts/utterance.ts';
import type { LiveConnection } from '../../live/open-live.ts';

/** Client and server of a Realtime session call its parts so. */
export const idOf = (kind: 'event' | 'item' | 'sess') =>
  `${kind}_${crypto.randomUUID().replaceAll('-', '').slice(0, 21)}`;

/** A stretch of sound that has its text, or gets it. */
export interface Item {
  id: string;
  words: Word[];
  languages: Set<string>;
  /** Words of the utterance under way that were sent. */
  sent: number;
}

/** The live session of the sound since the last commit: it becomes a recording and its job, however the connection ends. */
export interface Recording {
  bytes: number;
  /** Seconds of the connection's sound before it. */
  offset: number;
  item: Item;
  /** Where the speech under way began, seconds of the recording; null in a pause. */
  spokenFrom: number | null;
  /** Whether a pause ends an item, or a commit alone. */
  byPauses: boolean;
  /** Why nothing may be recognised. */
  fault: string | null;
  isDropped: boolean;
  opening: Promise<LiveConnection>;
}

export const newItem = (): Item => ({ id: idOf('item'), words: [], languages: new Set(), sent: 0 });
