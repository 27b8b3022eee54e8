/** What a live session says, as pages show it that only read: the `captions` page, a floating window, an overlay. */
export interface CaptionLine {
  id: string;
  /** Who speaks, as the session calls its channels; null if there is one. */
  name: string | null;
  /** Language code. */
  language: string;
  /** Text that stays as it is. */
  settled: string;
  /** Text that may become another. */
  unsettled: string;
}

/** Lines that a message carries: more than any page shows. */
export const CAPTION_LINES = 12;
