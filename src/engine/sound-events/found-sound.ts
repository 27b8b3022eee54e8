/** A sound with a name; times in seconds of the recording. */
export interface FoundSound {
  /** A key of `sound-kinds.json`. */
  kind: string;
  start: number;
  end: number;
  /** The model's highest score, 0 to 1. */
  confidence: number;
}
