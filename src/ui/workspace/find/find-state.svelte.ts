import { findPattern } from '../../../client/corrections/find-pattern.ts';
import type { Paragraph } from '../../../contract/transcripts/corrected-transcript.ts';
import { paragraphText } from '../../../document/paragraphs.ts';
import { perParagraph } from '../../../document/per-paragraph.ts';
import {
  findExpression,
  findInParagraph,
  findReplacements,
  type Match,
  type Replacement,
  replaceAt,
} from '../../../document/reading/find-text.ts';
import type { EditorState } from '../editor-state.svelte.ts';

/** Why a regular expression finds nothing. */
type Fault = 'no pattern' | 'too slow';

/** What a regular expression was last found to match, and in what. */
interface Found {
  expression: RegExp;
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
  readonly #expression: RegExp | Fault | null = $derived.by(() => {
    try {
      return findExpression(this.text, this.#options);
    } catch {
      return 'no pattern';
    }
  });
  readonly #find = $derived.by(() => {
    const expression = this.#expression;
    if (this.regex || !(expression instanceof RegExp)) return null;
    return perParagraph((paragraph) => findInParagraph(paragraph, expression));
  });
  /** What was found of the regular expression in the text of now. */
  readonly #foundNow: Found | null = $derived.by(() => {
    const found = this.#found;
    const isOfNow =
      this.regex &&
      found?.expression === this.#expression &&
      found?.paragraphs === this.#editor.document.paragraphs;
    return isOfNow ? found : null;
  });
  readonly isLooking: boolean = $derived(
    this.regex && this.#expression instanceof RegExp && this.#foundNow === null,
  );
  readonly fault: Fault | null = $derived(
    this.#expression === 'no pattern' ? 'no pattern' : (this.#foundNow?.fault ?? null),
  );
  readonly matches: readonly Match[] = $derived.by(() => {
    const find = this.#find;
    if (!this.open) return [];
    if (!find) return this.#foundNow?.matches ?? [];
    return this.#editor.document.paragraphs.flatMap((paragraph, index) =>
      find(paragraph).map((place) => ({ paragraph: index, ...place })),
    );
  });
  readonly current: Match | null = $derived(this.matches[Math.min(this.at, this.matches.length - 1)] ?? null);

  constructor(editor: EditorState) {
    this.#editor = editor;
  }

  /** Opens with a word, where what is to stand there instead is written. */
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
        const expression = this.#expression;
        const { paragraphs } = this.#editor.document;
        if (!(expression instanceof RegExp)) return;
        const matches = await this.#places();
        const fault = matches === null ? 'too slow' : null;
        this.#found = { expression, paragraphs, matches: matches ?? [], fault };
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
    const expression = findExpression(pattern, this.#options);
    return expression && findReplacements(texts, expression, replacement, false);
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
