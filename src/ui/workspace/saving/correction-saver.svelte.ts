import {
  type OpenedTranscript,
  readCorrected,
  storeCorrected,
} from '../../../client/corrections/corrected-transcripts.ts';
import {
  forgetJournals,
  removeJournal,
  writeJournal,
} from '../../../client/corrections/correction-journal.ts';
import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { differenceFrom } from '../../../document/runs/difference.ts';
import { coalesceCalls } from '../../../lib/coalesce-calls.ts';
import { type AppError, toAppError } from '../../../lib/errors/errors.ts';
import { longerWait } from '../../../lib/longer-wait.ts';
import { messageOf } from '../../parts/message-of.ts';
import type { SaveStatus } from './save-status.ts';

/** Milliseconds from a change to its save, whether or not more changes follow it. */
export const SAVE_AFTER_MS = 1000;
/** Milliseconds without a change after which it is said that all is saved: not once a second to somebody who types. */
const CALM_MS = 400;

/** Corrections that are not stored, with what is. */
export interface Unsaved {
  /** The sitting at the editor, and its last change. */
  sitting: string;
  change: number;
  saved: OpenedTranscript;
  document: CorrectedTranscript;
  /** Why saving failed. */
  problem: string | null;
}

interface Editing {
  /** The document with what is being written in it. */
  present: () => CorrectedTranscript;
  /** Whether this tab has the right to save. */
  isMine: () => boolean;
  /** Called if somebody else has saved meanwhile. */
  overtaken: () => void;
}

/**
 * Stores the corrections of one transcript, one save at a time. What is not stored when a page ends is kept in the journal,
 * from which the next page takes it (`src/client/corrections/recover-corrections.ts`).
 */
export class CorrectionSaver {
  status = $state<SaveStatus>('unchanged');
  problem = $state<string | null>(null);
  /** Counts the saves; 0 if nobody has corrected the transcript. */
  revision = $state(0);

  readonly #id: string;
  readonly #editing: Editing;
  #saved: OpenedTranscript;
  #sitting = crypto.randomUUID() as string;
  /** Counts the changes; the last of them that is stored, and that is in the journal. */
  #change = 0;
  #stored = 0;
  #journaled = 0;
  /** What is being stored. */
  #storing: CorrectedTranscript | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #calm: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #waitMs = 0;

  constructor(id: string, opened: OpenedTranscript, editing: Editing) {
    this.#id = id;
    this.#saved = opened;
    this.#editing = editing;
  }

  get sitting(): string {
    return this.#sitting;
  }

  get isUnsaved(): boolean {
    return this.#change !== this.#stored;
  }

  get unsaved(): Unsaved | null {
    if (!this.isUnsaved) return null;
    const document = this.#editing.present();
    return {
      sitting: this.#sitting,
      change: this.#change,
      saved: this.#saved,
      document,
      problem: this.problem,
    };
  }

  /** Begins anew with what is stored. */
  begin(opened: OpenedTranscript): void {
    this.forgetJournal();
    this.#saved = opened;
    this.#sitting = crypto.randomUUID();
    this.#stored = this.#change;
    this.revision = opened.revision;
    this.status = 'unchanged';
    this.problem = null;
  }

  /** Goes on with corrections that could not be stored. */
  goOn({ sitting, change, saved, problem }: Unsaved): void {
    this.#saved = saved;
    this.#sitting = sitting;
    this.#change = change;
    this.#stored = change - 1;
    this.#journaled = change;
    this.revision = saved.revision;
    this.fail(problem);
  }

  /** Shows that saving failed, and tries again after a while: there may be room by then. */
  fail(problem: string | null): void {
    this.problem = problem;
    this.status = 'failed';
    this.#waitMs = longerWait(this.#waitMs);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.save(), this.#waitMs);
  }

  /** Notes that the document is another one: it is saved a second later, whatever follows. */
  changed(): void {
    this.#change++;
    // A failed save remains on show until one succeeds.
    if (this.status !== 'failed') this.status = 'changed';
    this.#timer ??= setTimeout(() => {
      // The save before takes long.
      if (this.#storing) this.journal();
      void this.save();
    }, SAVE_AFTER_MS);
  }

  /** Saves what has changed, after the save that is under way, if one is. */
  readonly save = coalesceCalls(async () => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.isUnsaved && this.#editing.isMine()) await this.#store();
  });

  /**
   * Keeps what is not stored, at once.
   *
   * @param waiting the document with changes that cannot be made yet, and their number
   */
  journal(waiting: { changes: number; document: CorrectedTranscript } | null = null): void {
    if (!waiting && (!this.isUnsaved || this.#change === this.#journaled)) return;
    const change = this.#change + (waiting?.changes ?? 0);
    const saved = this.#saved;
    const earlier = this.#storing ? [saved.document, this.#storing] : [saved.document];
    const isKept = writeJournal({
      job_id: this.#id,
      sitting: this.#sitting,
      change,
      revision: saved.revision,
      difference: differenceFrom(earlier, waiting?.document ?? this.#editing.present()),
    });
    if (isKept) this.#journaled = change;
  }

  /** Takes changes that waited in vain out of the journal. */
  journalAnew(): void {
    this.forgetJournal();
    this.journal();
  }

  /** Notes that what is in the journal is kept elsewhere, or is not to be. */
  forgetJournal(): void {
    if (this.#journaled === 0) return;
    removeJournal({ job_id: this.#id, sitting: this.#sitting });
    this.#journaled = 0;
  }

  async #store(): Promise<void> {
    const document = this.#editing.present();
    const change = this.#change;
    this.#storing = document;
    try {
      const { revision, document: before } = this.#saved;
      const stored = { revision, document: revision === 0 ? null : before };
      const by = { sitting: this.#sitting, change };
      const saved = await storeCorrected(this.#id, document, stored, by);
      this.#keep({ revision: saved.revision, document }, change);
    } catch (error) {
      await this.#explain(toAppError(error));
    } finally {
      this.#storing = null;
    }
  }

  #keep(saved: OpenedTranscript, change: number): void {
    this.#saved = saved;
    this.#stored = change;
    this.revision = saved.revision;
    this.#waitMs = 0;
    this.problem = null;
    if (this.status === 'failed') this.status = this.isUnsaved ? 'changed' : 'saved';
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => {
      if (!this.isUnsaved && this.status === 'changed') this.status = 'saved';
    }, CALM_MS);
    if (this.#journaled > 0 && this.#journaled <= change) this.forgetJournal();
  }

  async #explain(error: AppError): Promise<void> {
    const stored = error.code === 'conflict' ? await readCorrected(this.#id).catch(() => null) : null;
    if (stored?.saved_by?.sitting === this.#sitting) {
      // A save that took too long, and came to its end.
      this.#keep(stored, stored.saved_by.change);
      return this.#editing.isMine() ? this.#store() : undefined;
    }
    if (stored) return this.#editing.overtaken();
    this.fail(messageOf(error));
    if (error.code !== 'not_found') return this.journal();
    // Nothing is left to be saved.
    this.#stored = this.#change;
    forgetJournals(this.#id);
  }
}
