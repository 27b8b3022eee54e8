import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import {
  type CueFault,
  type CueFigures,
  cueFaults,
  cueFigures,
  faultsOfText,
  type MarkedText,
  markedText,
  type SubtitlesConfig,
  shotFaults,
} from '../../../document/cues/cue-faults.ts';
import { cuesByHand, type ShownCue } from '../../../document/cues/document-cues.ts';
import { type DocumentRules, documentRules } from '../../../document/cues/document-rules.ts';
import { writeCue } from '../../../document/cues/edit-cues.ts';
import { type Mend, mendOf, mendText } from '../../../document/cues/mend-cues.ts';
import { followTranscript, setCuesByHand } from '../../../document/cues/set-cues.ts';
import type { TextFault } from '../../../document/cues/text-faults.ts';
import { applyChange, type Change } from '../../../document/edits/change.ts';
import { firstIndex } from '../../../lib/first-index.ts';
import type { EditorState } from '../editor-state.svelte.ts';

/** A rule that a cue breaks: by its figures, or by how its text writes something; and the one way to mend it. */
export type Breach = (CueFault | TextFault) & { mend: Mend | null };

/** A cue with what a reader feels of it, and the rules that it breaks. */
export interface CheckedCue extends ShownCue {
  number: number;
  figures: CueFigures;
  faults: Breach[];
  /** Where its text breaks a rule, in order and without overlap. */
  marks: MarkedText[];
}

/** Stretches in order, each once. */
function joined(marks: readonly MarkedText[]): MarkedText[] {
  const all: MarkedText[] = [];
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** The captions of one transcript: shown as cues, checked, and changed by hand. */
export class CaptionsState {
  /** Id of the cue that is worked on. */
  current = $state<string | null>(null);
  /** Where the caret was last in the text of a cue. */
  caret: { id: string; text: string; offset: number } | null = null;

  readonly rules: DocumentRules = $derived.by(() => documentRules(this.#editor.document, this.#config));
  readonly #editor: EditorState;
  readonly #config: SubtitlesConfig | undefined;
  /** The document with its cues as if they had been set by hand, so that each has an id. */
  readonly #set: CorrectedTranscript = $derived.by(() => this.#setByHand(this.#editor.document));
  readonly cues: CheckedCue[] = $derived.by(() => this.#checked());
  readonly faulty: CheckedCue[] = $derived(this.cues.filter(({ faults }) => faults.length > 0));
  readonly follows: boolean = $derived.by(() => this.#editor.document.cues === null);

  constructor(editor: EditorState, config: SubtitlesConfig | undefined) {
    this.#editor = editor;
    this.#config = config;
  }

  /** The cue that is shown at a time in seconds, or the last one before it; null before the first. */
  at(seconds: number): CheckedCue | null {
    const { cues } = this;
    return cues[firstIndex(cues.length, (index) => (cues[index]?.startMs ?? 0) > seconds * 1000) - 1] ?? null;
  }

  /** Changes the cues; captions that followed the transcript are set by hand from then on. */
  change(make: (document: CorrectedTranscript) => Change | null, label: string): boolean {
    return this.#editor.change(this.#changeBy(make), { label });
  }

  #changeBy(make: (document: CorrectedTranscript) => Change | null): Change | null {
    const document = this.#set;
    const change = make(document);
    return change && { next: document.next, ...change };
  }

  /** Notes the text that is being written in a cue. */
  write(id: string, rows: string[]): void {
    this.#editor.write({
      of: id,
      label: 'text of a caption',
      make: () => this.#changeBy((document) => writeCue(document, id, rows)),
    });
  }

  /** Makes a change of the text that was written. */
  written(): void {
    this.#editor.settle();
  }

  /** Switches whether captions follow the transcript. */
  follow(on: boolean): void {
    const { document } = this.#editor;
    const change = on ? followTranscript(document) : setCuesByHand(document, this.#config);
    this.#editor.change(change, { label: on ? 'captions follow the transcript' : 'captions by hand' });
  }

  /** The next cue that breaks a rule, after the current one and around the end. */
  nextFault(): CheckedCue | null {
    const { faulty } = this;
    const here = this.cues.find(({ id }) => id === this.current)?.number ?? 0;
    return faulty.find(({ number }) => number > here) ?? faulty[0] ?? null;
  }

  #setByHand(document: CorrectedTranscript): CorrectedTranscript {
    const change = setCuesByHand(document, this.#config);
    return change ? applyChange(document, change).document : document;
  }

  #checked(): CheckedCue[] {
    const shown = cuesByHand(this.#set, { names: true, captions: this.#config });
    const { rules } = this;
    return shown.map((cue, index) => {
      const figures = cueFigures(cue, shown[index + 1]);
      const place = { rules, before: shown[index - 1], next: shown[index + 1] };
      const faults = [...cueFaults(figures, rules), ...shotFaults(cue, rules)];
      const inText = faultsOfText(cue, rules);
      return {
        ...cue,
        number: index + 1,
        figures,
        faults: [
          ...faults.map((fault) => ({ ...fault, mend: mendOf(cue, fault, place) })),
          ...inText.map((fault) => ({ ...fault, mend: mendText(cue, fault) })),
        ],
        marks: joined([...markedText(cue, faults), ...inText]),
      };
    });
  }
}
