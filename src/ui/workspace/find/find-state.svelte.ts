import { findPattern } from '../../../client/corrections/find-pattern.ts';
import type { Paragraph } from '../../../contract/transcripts/corrected-transcript.ts';
import { paragraphText } from '../../../document/paragraphs.ts';
import { perParagraph } from '../../../document/per-paragraph.ts';
import {
  findInParagraph,
  findReplacements,
  type Match,
  type Replacement,
  replaceAt,
} from '../../../document/reading/find-text.ts';
import { type Finder, finderOf } from '../../../document/reading/finder.ts';
import type { EditorState } from '../editor-state.svelte.ts';

/** Why a regular expression finds nothing. */
type Fault = 'no pattern' | 'too slow';

/** What a regular expression was last found to match, and in what. */
interface Found {
  finder: Finder;
  paragraphs: readonly Paragraph[];
  matches: readonly Match[];
  fault: Fault | null;
}

/** The search in one transcript, and what is to replace what it finds. */
export class FindState {
  open = $state(false);
  text = $state('');
  replacement = $state('');
  wholeWord = $state(false);
  matchCase = $state(false);
  regex = $state(false);
  /** Counts the words that were given to be replaced. */
  given = $state(0);
  /** Index of the current match. */
  at = $state(0);

  readonly #editor: EditorState;
  #found = $state.raw<Found | null>(null);
  #isLooking = false;
  readonly #options = $derived({ wholeWord: this.wholeWord, matchCase: this.matchCase, regex: this.regex });
  /** Null without a text; a fault if it is no regular expression. */
  readonly #finder: Finder | Fault | null = $derived.by(() => {
    try {
      return finderOf(this.text, this.#options);
    } catch {
      return 'no pattern';
    }
  });
  /** The ways to look for a text, each with what it finds in a paragraph: a text with other accents counts where there is none with its own. */
  readonly #ways = $derived.by(() => {
    if (this.regex) return [];
    const loose = this.matchCase ? [false] : [false, true];
    return loose.flatMap((one) => {
      const finder = finderOf(this.text, { ...this.#options, loose: one });
      return finder ? { finder, find: perParagraph((paragraph) => findInParagraph(paragraph, finder)) } : [];
    });
  });
  readonly #way = $derived(
    this.#ways.find(({ find }) => this.#editor.document.paragraphs.some((one) => find(one).length > 0)),
  );
  /** What was found of the regular expression in the text of now. */
  readonly #foundNow: Found | null = $derived.by(() => {
    const found = this.#found;
    const isOfNow =
      this.regex && found?.finder === this.#finder && found?.paragraphs === this.#editor.document.paragraphs;
    return isOfNow ? found : null;
  });
  readonly isLooking: boolean = $derived(
    this.regex && typeof this.#finder === 'function' && this.#foundNow === null,
  );
  readonly fault: Fault | null = $derived(
    this.#finder === 'no pattern' ? 'no pattern' : (this.#foundNow?.fault ?? null),
  );
  readonly matches: readonly Match[] = $derived.by(() => {
    if (!this.open) return [];
    if (this.regex) return this.#foundNow?.matches ?? [];
    const { find } = this.#way ?? {};
    if (!find) return [];
    return this.#editor.document.paragraphs.flatMap((paragraph, index) =>
      find(paragraph).map((place) => ({ paragraph: index, ...place })),
    );
  });
  readonly current: Match | null = $derived(this.matches[Math.min(this.at, this.matches.length - 1)] ?? null);

  constructor(editor: EditorState) {
    this.#editor = editor;
  }

  /** Opens with a word, where what is to be there instead is written. */
  replaceWord(word: string): void {
    [this.text, this.replacement] = [word, ''];
    [this.wholeWord, this.matchCase, this.regex] = [true, false, false];
    this.at = 0;
    this.given++;
    this.open = true;
  }

  step(direction: 1 | -1): void {
    const count = this.matches.length;
    if (count > 0) this.at = (Math.min(this.at, count - 1) + direction + count) % count;
  }

  /**
   * Looks for the regular expression in a worker, and again if it or the text has changed meanwhile: one that takes for ever would
   * take the page with it.
   */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.open && this.isLooking) {
        const finder = this.#finder;
        const { paragraphs } = this.#editor.document;
        if (typeof finder !== 'function') return;
        const matches = await this.#places();
        const fault = matches === null ? 'too slow' : null;
        this.#found = { finder, paragraphs, matches: matches ?? [], fault };
      }
    } finally {
      this.#isLooking = false;
    }
  }

  /** Each match with its replacement; null if it takes too long to find them. */
  async #places(): Promise<Replacement[] | null> {
    const texts = this.#editor.document.paragraphs.map(paragraphText);
    const { text: pattern, replacement, wholeWord, matchCase } = this;
    if (this.regex) return findPattern({ texts, pattern, wholeWord, matchCase, replacement });
    return this.#way ? findReplacements(texts, this.#way.finder, replacement) : null;
  }

  /** Replaces the current match, or all; resolves with how many there were. */
  async replace({ all }: { all: boolean }): Promise<number> {
    const { current } = this;
    const { document } = this.#editor;
    if (!current) return 0;
    const places = (await this.#places()) ?? [];
    // Somebody may have written meanwhile.
    if (this.#editor.document !== document) return 0;
    const meant = places.filter(
      ({ paragraph, from }) => all || (paragraph === current.paragraph && from === current.from),
    );
    const change = replaceAt(document, meant);
    return this.#editor.change(change, { label: all ? 'replacing all' : 'replacing' }) ? meant.length : 0;
  }
}
