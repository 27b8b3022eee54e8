import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { applyChange, type Change } from './change.ts';

/** Where the caret or selection is. */
export interface Caret {
  /** Id of the paragraph. */
  paragraph: string;
  from: number;
  to: number;
}

interface Step {
  /** What undoes the step, first to last. */
  inverses: Change[];
  caret: Caret | null;
  /** Paragraph that is being typed into; null for anything else. */
  typing: string | null;
  at: number;
  label: string;
}

export interface EditOptions {
  label: string;
  /** The caret before the edit. */
  caret?: Caret | null;
  /** Paragraph that is typed into: edits of it that follow each other become one step. */
  typing?: string | null;
}

/** Milliseconds between two key strokes of one step. */
const TYPING_MS = 500;
const MOST_STEPS = 1000;

/** What an undo or redo did. */
export interface Undone {
  document: CorrectedTranscript;
  caret: Caret | null;
  label: string;
}

/** One history of all edits of a document, whatever view they were made in. */
export class EditHistory {
  readonly #done: Step[] = [];
  #undone: Step[] = [];
  #open = false;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Applies a change and remembers what undoes it. */
  apply(document: CorrectedTranscript, change: Change, options: EditOptions): CorrectedTranscript {
    const { label, caret = null, typing = null } = options;
    const { document: changed, inverse } = applyChange(document, change);
    const at = this.#now();
    const last = this.#done.at(-1);
    if (last && this.#open && typing !== null && last.typing === typing && at - last.at <= TYPING_MS) {
      last.inverses.unshift(inverse);
      last.at = at;
    } else {
      this.#done.push({ inverses: [inverse], caret, typing, at, label });
      if (this.#done.length > MOST_STEPS) this.#done.shift();
    }
    this.#open = true;
    this.#undone = [];
    return changed;
  }

  /** Ends the step that is being typed: the next key stroke begins another. */
  close(): void {
    this.#open = false;
  }

  undo(document: CorrectedTranscript, caret: Caret | null = null): Undone | null {
    return this.#revert(document, this.#done, this.#undone, caret);
  }

  redo(document: CorrectedTranscript, caret: Caret | null = null): Undone | null {
    return this.#revert(document, this.#undone, this.#done, caret);
  }

  #revert(document: CorrectedTranscript, from: Step[], to: Step[], caret: Caret | null): Undone | null {
    const step = from.pop();
    if (!step) return null;
    this.close();
    const inverses: Change[] = [];
    let changed = document;
    for (const change of step.inverses) {
      const applied = applyChange(changed, change);
      changed = applied.document;
      inverses.unshift(applied.inverse);
    }
    to.push({ ...step, inverses, caret, typing: null });
    return { document: changed, caret: step.caret, label: step.label };
  }
}
