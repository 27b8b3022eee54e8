import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { applyChange, type Change, isEmpty, replaceAll } from '../../document/edits/change.ts';
import { type Caret, EditHistory, type EditOptions } from '../../document/edits/history.ts';
import type { Draft } from './saving/draft.ts';

/** A transcript with the changes that are made to it, which can be undone, and with what is being written in it. */
export abstract class ChangedTranscript {
  document: CorrectedTranscript;
  canUndo = $state(false);
  canRedo = $state(false);
  /** Where the caret is to be put next. */
  caret = $state.raw<Caret | null>(null);

  #history = new EditHistory();
  #draft: Draft | null = null;

  constructor(document: CorrectedTranscript) {
    this.document = $state.raw(document);
  }

  /** Whether changes are allowed. */
  abstract get editing(): boolean;

  /** Called after each change, and after each change of what is being written. */
  protected abstract changed(): void;

  protected get isWriting(): boolean {
    return this.#draft !== null;
  }

  /** Begins with a document that has no changes yet. */
  protected beginWith(document: CorrectedTranscript): void {
    this.document = document;
    this.#history = new EditHistory();
    this.canUndo = false;
    this.canRedo = false;
  }

  /** Applies a change, if there is one, and remembers what undoes it. */
  change(change: Change | null, options: EditOptions): boolean {
    if (!change || isEmpty(change) || !this.editing) return false;
    this.document = this.#history.apply(this.document, change, options);
    this.#changed();
    return true;
  }

  /** Notes what is being written, in place of what was; it is saved with the document. */
  write(draft: Draft): void {
    if (!this.editing) return;
    if (this.#draft && this.#draft.of !== draft.of) this.settle();
    this.#draft = draft;
    this.changed();
  }

  /** Makes a change of what is being written. */
  settle(): void {
    const draft = this.#draft;
    this.#draft = null;
    if (draft) this.change(draft.make(this.document), { label: draft.label });
  }

  /** Forgets what is being written: the change that it is comes otherwise, or not at all. */
  dropDraft(): void {
    if (!this.#draft) return;
    this.#draft = null;
    this.changed();
  }

  /** The document with what is being written, and with changes that wait. */
  protected present(waiting: Iterable<Draft> = []): CorrectedTranscript {
    return [...(this.#draft ? [this.#draft] : []), ...waiting].reduce((document, { make }) => {
      const change = make(document);
      return change ? applyChange(document, change).document : document;
    }, this.document);
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
  replace(document: CorrectedTranscript, label: string): void {
    this.change(replaceAll(this.document, document), { label });
  }

  #changed(): void {
    this.canUndo = this.#history.canUndo;
    this.canRedo = this.#history.canRedo;
    this.changed();
  }

  #revert(way: 'undo' | 'redo'): string | null {
    if (!this.editing) return null;
    this.settle();
    const reverted = this.#history[way](this.document, this.caret);
    if (!reverted) return null;
    this.document = reverted.document;
    this.caret = reverted.caret;
    this.#changed();
    return reverted.label;
  }
}
