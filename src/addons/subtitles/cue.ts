/** What is shown at one time; times in whole milliseconds of the file. */
export interface Cue {
  startMs: number;
  endMs: number;
  /** From top to bottom, none empty. */
  rows: string[];
  /** Who speaks, where it says something: "Speaker 0", or "Channel 1" of several. */
  voice: string | null;
}
