/** What is shown at one time; times in whole milliseconds of the file. */
export interface Cue {
  startMs: number;
  endMs: number;
  /** From top to bottom, none empty. */
  rows: string[];
  /** Who speaks: "Speaker 1", "Channel 2 · Speaker 1"; null where there is nothing to tell. */
  voice: string | null;
}
