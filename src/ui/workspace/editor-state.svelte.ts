import {
  holdCorrecting,
  keepBefore,
  machineTranscript,
  type OpenedTranscript,
  readCorrected,
  versions,
  watchCorrecting,
} from '../../client/corrections/corrected-transcripts.ts';
import { recoverCorrections, recoverUnheld } from '../../client/corrections/recover-corrections.ts';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { type Change, replaceAll } from '../../document/edits/change.ts';
import type { EditOptions } from '../../document/edits/history.ts';
import { messageOf } from '../parts/message-of.ts';
import { ChangedTranscript } from './changed-transcript.svelte.ts';
import { CorrectionSaver, type Unsaved } from './saving/correction-saver.svelte.ts';
import type { Draft } from './saving/draft.ts';
import { leaveCorrections, takeLeftCorrections } from './saving/left-corrections.ts';

/** The transcript of one job as people correct it: its changes, the right to make them, and their saving. */
export class EditorState extends ChangedTranscript {
  /** Whether this tab may edit: another may be editing. */
  hold = $state<'none' | 'mine' | 'elsewhere'>('none');
  /** Whether the text itself is being edited; notes, names and the like change while it is read, too. */
  correcting = $state(false);
  /** Why corrections cannot be read; null if they can. */
  unreadable = $state<string | null>(null);
  /** Whether corrections were kept as a version, since the transcript was changed elsewhere before they were saved. */
  aside = $state(false);
  readonly id: string;
  /** The machine's job. */
  job: PreRecordedJob;
  readonly #signal: AbortSignal;
  readonly #saver: CorrectionSaver;
  readonly #opened: Promise<void>;
  /** Changes that wait for the right to edit. */
  readonly #waiting = new Set<Draft>();
  #release: (() => void) | null = null;
  #holding: Promise<void> | null = null;
  /** Ends when what another tab made impossible to save is kept elsewhere. */
  #puttingAside: Promise<void> = Promise.resolve();

  constructor(job: PreRecordedJob, signal: AbortSignal) {
    const made = machineTranscript(job);
    super(made.document);
    this.id = job.id;
    this.job = job;
    this.#signal = signal;
    this.#saver = new CorrectionSaver(job.id, made, {
      present: () => this.present(),
      isMine: () => this.editing,
      overtaken: () => this.#lost('none'),
    });
    watchCorrecting(
      job.id,
      { wanted: () => void this.#handOver(), saved: () => void this.#reread() },
      signal,
    );
    const page = globalThis.document;
    const keepIfHidden = () => page.visibilityState === 'hidden' && this.#keep();
    page.addEventListener('visibilitychange', keepIfHidden, { signal });
    page.addEventListener('freeze', () => this.#keep(), { signal });
    addEventListener('pagehide', () => this.#keep(), { signal });
    addEventListener('beforeunload', (event) => this.#keep() && event.preventDefault(), { signal });
    signal.addEventListener('abort', () => leaveCorrections(this.id, this.#leave()), { once: true });
    this.#opened = this.#open();
  }

  protected changed(): void {
    this.#saver.changed();
  }

  get editing(): boolean {
    return this.hold === 'mine';
  }

  get status() {
    return this.#saver.status;
  }

  /** Why saving failed. */
  get problem(): string | null {
    return this.#saver.problem;
  }

  /** Counts the saves; 0 if nobody has corrected the transcript. */
  get revision(): number {
    return this.#saver.revision;
  }

  /** Begins to edit the text, unless another tab does; `takeOver` asks that tab to stop. */
  async start({ takeOver = false } = {}): Promise<void> {
    await this.#holding;
    if (!this.editing) await this.#take({ takeOver });
    this.correcting = this.editing;
  }

  /** Makes one change, also while the text is only read: then it is saved at once. False if nothing was changed. */
  async act(make: (document: CorrectedTranscript) => Change | null, options: EditOptions): Promise<boolean> {
    if (!this.editing) await this.holdOn({ of: '', label: options.label, make });
    this.settle();
    const isChanged = this.change(make(this.document), options);
    await this.rest();
    return isChanged;
  }

  /** Gets the right to edit for a change while the text is read. It is not lost if the page ends, or shows something else, before. */
  async holdOn(change: Draft): Promise<void> {
    if (this.editing) return;
    this.#waiting.add(change);
    this.#holding ??= this.#take({ takeOver: false }).finally(() => {
      this.#holding = null;
    });
    try {
      await this.#holding;
    } finally {
      this.#waiting.delete(change);
      // Another tab has the right: the change is refused with this reason.
      if (!this.editing) this.#saver.journalAnew();
    }
  }

  /** Saves, and lets others edit unless the text is being edited. */
  async rest(): Promise<void> {
    await this.#holding;
    if (this.correcting || !this.editing) return;
    await this.save();
    if (!this.correcting && !this.#saver.isUnsaved && !this.isWriting) this.#letGo();
  }

  async #take({ takeOver }: { takeOver: boolean }): Promise<void> {
    await this.#opened;
    const held = await holdCorrecting(this.id, { takeOver, lost: () => this.#lost('elsewhere') });
    if (this.#signal.aborted && this.#waiting.size === 0) return held?.release();
    if (!held) {
      this.hold = 'elsewhere';
      return;
    }
    this.#release = held.release;
    await this.#puttingAside;
    await this.#recover(recoverCorrections);
    await this.#reread();
    // The view may have been left, or the right taken, meanwhile.
    if (this.#release !== held.release) return;
    if (this.unreadable !== null) return this.#letGo();
    this.hold = 'mine';
    if (this.revision > 0) await keepBefore(this.id, this.document, 'Before correcting');
  }

  /** Saves and lets other tabs edit; false, with a problem, if saving fails, which goes on to edit. */
  async stop(): Promise<boolean> {
    this.settle();
    // What is typed until then is saved, too.
    do await this.save();
    while (this.editing && this.#saver.isUnsaved && this.status !== 'failed');
    if (this.editing && this.status === 'failed') return false;
    this.#letGo();
    return true;
  }

  #letGo(): void {
    this.#release?.();
    this.#release = null;
    this.correcting = false;
    if (this.hold === 'mine') this.hold = 'none';
  }

  /** Takes a better text of the same recording: as a change while somebody edits, otherwise only to be read. */
  improve(document: CorrectedTranscript): void {
    if (this.editing) this.replace(document, 'better text');
    else if (!this.#saver.isUnsaved) this.document = document;
  }

  /** A draft was transcribed again, or its speakers were separated: corrections are kept. */
  async takeResult(job: PreRecordedJob, { isDraft }: { isDraft: boolean }): Promise<void> {
    const [before, next] = [machineTranscript(this.job).document, machineTranscript(job).document];
    this.job = job;
    // The page that wrote the text of a draft anew has carried stored corrections over.
    if (isDraft && !this.editing && this.revision > 0) return this.#reread();
    const { carryOver } = await import('../../document/runs/carry-over.ts');
    this.settle();
    if (!isDraft && this.revision > 0) {
      await this.act((now) => replaceAll(now, carryOver(before, now, next).document), { label: 'speakers' });
      return;
    }
    // Corrections of words that are others now are not carried over. They can be undone as well, as long as this tab is open.
    if (this.editing) await versions.keep(this.id, this.document, 'Before another run').catch(console.error);
    this.improve(this.editing ? carryOver(before, this.document, next).document : next);
  }

  /** Saves now, if something has changed. */
  save(): Promise<void> {
    return this.#saver.save();
  }

  async #open(): Promise<void> {
    const left = await takeLeftCorrections(this.id);
    if (left) this.#goOn(left);
    await this.#recover(recoverUnheld);
    await this.#reread();
  }

  /** Takes what earlier pages could not store. */
  async #recover(recover: typeof recoverCorrections): Promise<void> {
    if (this.#saver.isUnsaved) return;
    try {
      const { aside, unstored } = await recover(this.id, notSaved(), this.#saver.sitting);
      if (aside) this.aside = true;
      if (unstored) this.#goOn({ ...unstored, problem: messageOf(unstored.error) });
    } catch (error) {
      console.warn('Corrections of an earlier page stay where they are:', error);
    }
  }

  #goOn(unsaved: Unsaved): void {
    this.document = unsaved.document;
    this.#saver.goOn(unsaved);
  }

  #show(opened: OpenedTranscript): void {
    this.beginWith(opened.document);
    this.#saver.begin(opened);
  }

  /** Reads what is stored, unless this tab has changed it. */
  async #reread(): Promise<void> {
    const keeps = () => this.editing || this.#saver.isUnsaved;
    if (keeps()) return;
    try {
      const stored = await readCorrected(this.id);
      if (stored && !keeps() && stored.revision !== this.revision) this.#show(stored);
      this.unreadable = null;
    } catch (error) {
      this.unreadable = messageOf(error);
    }
  }

  /** The page may end now; returns whether something is not saved. */
  #keep(): boolean {
    const { size } = this.#waiting;
    this.#saver.journal(size > 0 ? { changes: size, document: this.present(this.#waiting) } : null);
    void this.save();
    return this.#saver.isUnsaved || size > 0;
  }

  async #handOver(): Promise<void> {
    if (!this.editing) return;
    // What could not be saved remains here; the other tab takes the right to edit a little later.
    if (await this.stop()) this.hold = 'elsewhere';
  }

  /** The page shows something else. Returns what could not be saved. */
  async #leave(): Promise<Unsaved | null> {
    this.#keep();
    await this.#holding?.catch(console.warn);
    if (this.editing) await this.stop();
    this.#letGo();
    await this.#puttingAside;
    return this.#saver.unsaved;
  }

  /** Somebody else saves now: what is not saved is kept as a version, and what is stored is shown. */
  #lost(hold: 'none' | 'elsewhere'): void {
    if (!this.#release) return;
    this.settle();
    this.#letGo();
    this.hold = hold;
    this.#puttingAside = this.#putAside();
  }

  async #putAside(): Promise<void> {
    this.#saver.journal();
    // A save that was under way may still have come in time.
    await this.save();
    const { unsaved } = this.#saver;
    try {
      if (unsaved) {
        await versions.keep(this.id, unsaved.document, notSaved());
        this.#saver.forgetJournal();
        this.aside = true;
      }
      this.#show((await readCorrected(this.id)) ?? machineTranscript(this.job));
    } catch (error) {
      this.#saver.fail(messageOf(error));
    }
  }
}

/** The label of a version of corrections that others were saved before. */
const notSaved = () => 'Not saved: changed elsewhere';
