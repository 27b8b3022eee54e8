import type { Word } from '../../../contract/transcripts/utterance.ts';
import type { LiveConnection } from '../../live/open-live.ts';

/** A new id of an event, item or session of Realtime, such as `item_` and 21 hexadecimal digits. */
export const idOf = (kind: 'event' | 'item' | 'sess') =>
  `${kind}_${crypto.randomUUID().replaceAll('-', '').slice(0, 21)}`;

/** A stretch of sound with the words recognised in it so far. */
export interface Item {
  id: string;
  words: Word[];
  languages: Set<string>;
  /** Number of words of the current utterance that were sent. */
  sent: number;
}

/** The live session of the sound since the last commit: it becomes a recording and its job, however the connection ends. */
export interface Recording {
  bytes: number;
  /** Start of the recording in the sound of the connection, seconds. */
  offset: number;
  item: Item;
  /** Start of the current speech, seconds of the recording; null in a pause. */
  spokenFrom: number | null;
  /** Whether a pause ends an item, or a commit alone. */
  byPauses: boolean;
  /** Reason why nothing can be recognised; null if there is none. */
  fault: string | null;
  isDropped: boolean;
  opening: Promise<LiveConnection>;
}

export const newItem = (): Item => ({ id: idOf('item'), words: [], languages: new Set(), sent: 0 });
