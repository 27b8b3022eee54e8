/** A word of a row; times in whole milliseconds of the file. */
export interface CueWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** What is shown at one time; times in whole milliseconds of the file. */
export interface Cue {
  startMs: number;
  endMs: number;
  /** Rows from top to bottom, none empty. */
  rows: string[];
  /** The voice: "Speaker 1", "Channel 1 · Speaker 1"; null if there is nothing to distinguish. */
  voice: string | null;
  /** At the top of the picture; where players have captions if absent. */
  place?: 'top';
  /** Whether its letters are slanted, as of somebody who is not in the picture. */
  italic?: boolean;
  /** The words of each row; rows that were added later have none. */
  words?: readonly (readonly CueWord[])[];
}
