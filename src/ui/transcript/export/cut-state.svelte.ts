import type { MovedParts } from '../../../client/recordings/cuts/copy-pictures.ts';
import type { Mask } from '../../../client/recordings/cuts/mask-sound.ts';
import type { PreRecordedJob } from '../../../contract/jobs/pre-recorded-job.ts';
import { keptParts, redactedParts } from '../../../document/cuts/kept-parts.ts';
import { maskedParts } from '../../../document/cuts/masked-parts.ts';
import { applyChange } from '../../../document/edits/change.ts';
import { countFillers, strikeFillers } from '../../../document/words/fillers.ts';
import type { EditorState } from '../../workspace/editor-state.svelte.ts';

interface Exported {
  format: string;
  editor: EditorState | null;
  job: PreRecordedJob;
}

/** What an export cuts out of the recording, or masks in it. */
export class CutState {
  withoutFillers = $state(false);
  /** Seconds; null keeps all pauses. */
  longestPause = $state<number | null>(null);
  /** Null cuts redacted words out. */
  mask = $state<Mask | null>(null);
  /** Whether captions are painted into the picture. */
  burnt = $state(false);
  /** The parts from key frames on, if a video is cut so. */
  moved = $state<MovedParts | null>(null);

  readonly #given: () => Exported;
  readonly isCut = $derived.by(() => this.#given().format.startsWith('cut-'));
  /** Sound and video are files of their own; edit lists need the recording beside them. */
  readonly isList = $derived.by(
    () => this.isCut && !['cut-sound', 'cut-video'].includes(this.#given().format),
  );
  readonly #original = $derived.by(() => (this.isCut ? this.#given().editor?.document : undefined));
  readonly fillers = $derived.by(() =>
    this.#original ? countFillers(this.#original) : { all: 0, struck: 0 },
  );
  readonly document = $derived.by(() => {
    const document = this.#given().editor?.document;
    const change = document && this.withoutFillers ? strikeFillers(document, true) : null;
    return document && change ? applyChange(document, change).document : document;
  });
  readonly parts = $derived.by(() =>
    this.document && this.isCut ? keptParts(this.document, this.longestPause) : [],
  );
  readonly hidden = $derived.by(() => (this.document && this.isCut ? redactedParts(this.document) : []));
  readonly masked = $derived.by(() =>
    this.#original && !this.isList ? maskedParts(this.#original, this.#given().job.result ?? null) : [],
  );
  readonly isMasked = $derived.by(() => this.mask !== null && this.masked.length > 0);
  readonly shownParts = $derived.by(() =>
    this.#given().format === 'cut-video' && this.moved ? this.moved.parts : this.parts,
  );

  constructor(given: () => Exported) {
    this.#given = given;
  }
}
