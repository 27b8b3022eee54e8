import { keepCorrections } from '../../client/live/keep-live-text.ts';
import { type LiveMark, liveDocuments } from '../../document/runs/live-transcript.ts';
import { EditKeeper } from './edit-keeper.ts';
import type { LiveCapture } from './live-capture.svelte.ts';
import type { LiveSettings } from './live-settings.ts';
import type { LiveWords } from './live-words.svelte.ts';

interface Edited {
  settings: LiveSettings;
  words: LiveWords;
  capture: LiveCapture;
}

/** A person's edits of a live session: marks, notes, corrections and names, stored while it runs. */
export class LiveEdits {
  marks = $state<LiveMark[]>([]);
  readonly #of: Edited;
  #keeper: EditKeeper | null = null;
  #stopWatching: () => void = () => undefined;

  constructor(edited: Edited) {
    this.#of = edited;
  }

  mark(): void {
    const id = (this.marks.at(-1)?.id ?? -1) + 1;
    this.marks.push({ id, seconds: this.#of.capture.elapsed, text: '' });
  }

  unmark(id: number): void {
    this.marks = this.marks.filter((mark) => mark.id !== id);
    // The last one may have been the only edit.
    this.#keeper?.touch();
  }

  correct(id: string, text: string, covers: number): void {
    this.#of.words.correct(id, text, covers);
    this.#keeper?.touch();
  }

  /** Stores the edits of a session from here on. */
  keep(sessionId: string, onFault: (error: unknown) => void): void {
    const { settings } = this.#of;
    const keeper = new EditKeeper(() => keepCorrections(sessionId, this.#documents()), onFault);
    this.#keeper = keeper;
    this.#stopWatching = $effect.root(() => {
      $effect(() => {
        void [$state.snapshot(this.marks), $state.snapshot(settings.names)];
        if (this.#isChanged()) keeper.touch();
      });
    });
  }

  /** Resolves when all edits are stored; rejects as storing does. */
  async flush(): Promise<void> {
    await this.#keeper?.flush();
  }

  /** Stores nothing any more. */
  end(): void {
    this.#stopWatching();
    this.#keeper?.end();
    this.#keeper = null;
  }

  #isChanged(): boolean {
    const { settings, words } = this.#of;
    return (
      this.marks.length > 0 ||
      settings.source === 'both' ||
      words.lines.some(({ correction }) => correction !== null)
    );
  }

  #documents() {
    const { words, capture } = this.#of;
    return liveDocuments(words.lines, {
      marks: $state.snapshot(this.marks),
      names: [0, 1].map((channel) => words.sideOf(channel) ?? ''),
      duration: capture.elapsed,
    });
  }
}
