import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { wordAtTime } from '../../document/words/word-at-time.ts';
import type { PlayerState } from '../transcript/player/player-state.svelte.ts';
import { paintWords } from './find/paint-words.ts';
import type { WordPainter } from './find/word-painter.ts';

interface Sources {
  document: () => CorrectedTranscript;
  player: PlayerState;
  painter: WordPainter;
  /** Whether the search has the view. */
  isSearching: () => boolean;
}

/** Milliseconds after its own scrolling in which the page's scroll events are no one else's. */
const OWN_SCROLLING = 400;

/** The word that is played: marked, and kept in view until somebody scrolls away from it. Made while a component is. */
export class PlayedWord {
  following = $state(true);
  #scrolledAt = 0;
  readonly #sources: Sources;
  readonly #place = $derived.by(() => wordAtTime(this.#sources.document(), this.#sources.player.time));
  // A key stroke elsewhere changes none of these.
  readonly #paragraph = $derived.by(() =>
    this.#place ? this.#sources.document().paragraphs[this.#place.paragraph] : undefined,
  );
  readonly #word = $derived.by(() => this.#place?.word ?? -1);

  constructor(sources: Sources) {
    this.#sources = sources;
    const { player, painter, isSearching } = sources;
    $effect(() => {
      const block = painter.blockOf(this.#paragraph?.id);
      const range = painter.wordRange(this.#paragraph, this.#word);
      paintWords('heard', range ? [range] : []);
      if (!this.#paragraph || !this.following || !player.playing || isSearching()) return;
      const rect = (range ?? block)?.getBoundingClientRect();
      if (!rect || (rect.height > 0 && rect.top > 90 && rect.bottom < innerHeight - 180)) return;
      this.#show();
    });
  }

  /** Scrolling away from the word ends the following; a button brings it back. */
  scrolled(): void {
    if (!this.#sources.player.playing || performance.now() - this.#scrolledAt < OWN_SCROLLING) return;
    const block = this.#sources.painter.blockOf(this.#paragraph?.id);
    if (!block) return;
    const { top, bottom } = block.getBoundingClientRect();
    this.following = bottom > 0 && top < innerHeight;
  }

  follow(): void {
    this.following = true;
    this.#show();
  }

  #show(): void {
    this.#scrolledAt = performance.now();
    this.#sources.painter.blockOf(this.#paragraph?.id)?.scrollIntoView({ block: 'center' });
  }
}
