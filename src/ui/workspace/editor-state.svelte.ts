import {
  holdEdit,
  machineEdit,
  type OpenedEdit,
  readEdit,
  storeEdit,
  versions,
  watchEdit,
} from '../../client/edits.ts';
import type { EditedTranscript } from '../../contract/edited-transcript.ts';
import type { PreRecordedJob } from '../../contract/pre-recorded-job.ts';
import { type Change, isEmpty } from '../../document/change.ts';
import { type Caret, EditHistory, type EditOptions } from '../../document/history.ts';
import { messageOf } from '../parts/message-of.ts';

/** Milliseconds after the last change. */
const SAVE_AFTER_MS = 1000;
/** A version is kept when correcting begins, but not for every break. */
const VERSION_EVERY_MS = 10 * 60_000;

export type SaveStatus = 'saved' | 'changed' | 'saving' | 'failed';

/** Corrections that could not be saved, by their job: they stay as long as the page is open, wherever in it people go. */
const unsaved = new Map<string, { saved: Saved; document: EditedTranscript; problem: string | null }>();

interface Saved {
  revision: number;
  document: EditedTranscript | null;
}

/** The transcript of one job as people correct it: read, changed, saved, and undone. */
export class EditorState {
  document: EditedTranscript;
  /** Counts the saves; 0 if nobody has corrected the transcript. */
  revision = $state(0);
  /** Whether this tab may edit: another may be editing. */
  hold = $state<'none' | 'mine' | 'elsewhere'>('none');
  status = $state<SaveStatus>('saved');
  /** Why saving failed, or corrections cannot be read. */
  problem = $state<string | null>(null);
  unreadable = $state(false);
  canUndo = $state(false);
  canRedo = $state(false);
  /** Where the caret is to be put next. */
  caret = $state.raw<Caret | null>(null);

  readonly id: string;
  /** The machine's job. */
  readonly job: PreRecordedJob;
  readonly #signal: AbortSignal;
  #saved: Saved = { revision: 0, document: null };
  #history = new EditHistory();
  #release: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;

  constructor(job: PreRecordedJob, signal: AbortSignal) {
    this.id = job.id;
    this.job = job;
    this.#signal = signal;
    const { document: made } = machineEdit(job);
    this.document = $state.raw(made);
    watchEdit(job.id, { wanted: () => void this.#handOver(), saved: () => void this.#reread() }, signal);
    globalThis.document.addEventListener('visibilitychange', () => void this.#saveIfHidden(), { signal });
    addEventListener('pagehide', () => void this.save(), { signal });
    addEventListener('beforeunload', (event) => this.status === 'failed' && event.preventDefault(), {
      signal,
    });
    signal.addEventListener('abort', () => void this.#leave(), { once: true });
    const kept = unsaved.get(job.id);
    if (kept) this.#takeBack(kept);
    void this.#reread();
  }

  get editing(): boolean {
    return this.hold === 'mine';
  }

  /** Begins to edit, unless another tab does; `takeOver` asks that tab to stop. */
  async start({ takeOver = false } = {}): Promise<void> {
    const held = await holdEdit(this.id, { takeOver, lost: () => this.#lost() });
    if (this.#signal.aborted) return held?.release();
    if (!held) {
      this.hold = 'elsewhere';
      return;
    }
    this.#release = held.release;
    await this.#reread();
    if (this.unreadable) return void this.stop();
    this.hold = 'mine';
    await this.#keepFirst();
  }

  /** Saves and lets other tabs edit; goes on to edit if saving fails. */
  async stop(): Promise<void> {
    await this.save();
    if (this.status !== 'failed') this.#letGo();
  }

  #letGo(): void {
    this.#release?.();
    this.#release = null;
    if (this.hold === 'mine') this.hold = 'none';
  }

  /** Applies a change, if there is one, and remembers what undoes it. */
  change(change: Change | null, options: EditOptions): boolean {
    if (!change || isEmpty(change) || !this.editing) return false;
    this.document = this.#history.apply(this.document, change, options);
    this.#changed();
    return true;
  }

  /** Ends a step of typing: paste, a structural edit or leaving the text begins another. */
  closeStep(): void {
    this.#history.close();
  }

  /** Returns what was undone; null if there is nothing. */
  undo(): string | null {
    return this.#revert('undo');
  }

  redo(): string | null {
    return this.#revert('redo');
  }

  /** Replaces the whole document, such as by an older version. */
  replace(document: EditedTranscript, label: string): void {
    const { paragraphs, speakers, notes, chapters, cues, caption_style, imported } = document;
    this.change(
      {
        at: 0,
        remove: this.document.paragraphs.length,
        insert: paragraphs,
        lists: { speakers, notes, chapters, cues, caption_style, imported },
        next: Math.max(document.next, this.document.next),
      },
      { label },
    );
  }

  /** Saves now, if something has changed. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#saving;
    if (!this.editing || this.document === this.#saved.document || this.status === 'saved') return;
    this.#saving = this.#saveNow();
    await this.#saving;
    this.#saving = null;
  }

  async #saveNow(): Promise<void> {
    const { document } = this;
    this.status = 'saving';
    try {
      const { revision } = await storeEdit(this.id, document, this.#saved);
      this.#saved = { revision, document };
      this.revision = revision;
      this.problem = null;
      unsaved.delete(this.id);
      this.status = this.document === document ? 'saved' : 'changed';
    } catch (error) {
      this.problem = messageOf(error);
      this.status = 'failed';
    }
  }

  #changed(): void {
    this.canUndo = this.#history.canUndo;
    this.canRedo = this.#history.canRedo;
    // A failed save stays on show until one succeeds.
    if (this.status !== 'failed') this.status = 'changed';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), SAVE_AFTER_MS);
  }

  #revert(way: 'undo' | 'redo'): string | null {
    if (!this.editing) return null;
    const reverted = this.#history[way](this.document, this.caret);
    if (!reverted) return null;
    this.document = reverted.document;
    this.caret = reverted.caret;
    this.#changed();
    return reverted.label;
  }

  #show({ revision, document }: OpenedEdit): void {
    this.document = document;
    this.revision = revision;
    this.#saved = { revision, document: revision === 0 ? null : document };
    this.#history = new EditHistory();
    this.canUndo = false;
    this.canRedo = false;
  }

  /** Reads what is stored, unless this tab has changed it. */
  async #reread(): Promise<void> {
    const keeps = () => this.editing || this.status === 'failed';
    if (keeps()) return;
    try {
      const stored = await readEdit(this.id);
      if (stored && !keeps() && stored.revision !== this.revision) this.#show(stored);
      this.unreadable = false;
    } catch (error) {
      this.problem = messageOf(error);
      this.unreadable = true;
    }
  }

  /** The state before this sitting, if somebody had corrected it. */
  async #keepFirst(): Promise<void> {
    if (this.revision === 0) return;
    try {
      const [newest] = await versions.list(this.id);
      if (newest && Date.now() - Date.parse(newest.created_at) < VERSION_EVERY_MS) return;
      await versions.keep(this.id, this.document, 'Before correcting');
    } catch (error) {
      console.warn('No version was kept:', error);
    }
  }

  async #saveIfHidden(): Promise<void> {
    if (globalThis.document.visibilityState === 'hidden') await this.save();
  }

  async #handOver(): Promise<void> {
    if (!this.editing) return;
    await this.stop();
    // What could not be saved stays here; the other tab takes the right to edit a little later.
    if (!this.editing) this.hold = 'elsewhere';
  }

  /** The page shows something else. */
  async #leave(): Promise<void> {
    await this.save();
    const { document, problem } = this;
    if (this.status === 'failed') unsaved.set(this.id, { saved: this.#saved, document, problem });
    this.#letGo();
  }

  #takeBack({
    saved,
    document,
    problem,
  }: {
    saved: Saved;
    document: EditedTranscript;
    problem: string | null;
  }) {
    this.document = document;
    this.revision = saved.revision;
    this.#saved = saved;
    this.problem = problem;
    this.status = 'failed';
  }

  #lost(): void {
    this.#release = null;
    this.hold = 'elsewhere';
  }
}
