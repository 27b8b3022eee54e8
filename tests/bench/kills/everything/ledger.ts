/** Something that was acknowledged, and when; as in `performance.now()`. */
export interface Acknowledged {
  at: number;
}

interface LedgerJob {
  createdAt: number;
  /** When the app first said that it was done, and with which text. */
  done?: Acknowledged & { text: string };
  /** Whether its deletion was asked for. */
  isLeaving?: boolean;
  deletedAt?: number;
}

/** What the app has acknowledged; outlives the browser. */
export class Ledger {
  /** The words that were typed into the transcript that is corrected. */
  typed: (Acknowledged & { word: string })[] = [];
  typingJob = '';
  /** The marks of the imports into one job: each is in all cues. */
  imports: (Acknowledged & { mark: string })[] = [];
  /** Of the last that was sent, acknowledged or not. */
  importsSent = 0;
  importJob = '';
  readonly jobs = new Map<string, LedgerJob>();
  /** When the microphone of a recording or a live session was on. */
  capturing: (Acknowledged & { what: 'recording' | 'live session' })[] = [];

  /** Those of which the text is known, and which no other activity uses. */
  finished(): [string, LedgerJob][] {
    return [...this.jobs].filter(
      ([id, { done, isLeaving }]) => done && !isLeaving && id !== this.typingJob && id !== this.importJob,
    );
  }
}
