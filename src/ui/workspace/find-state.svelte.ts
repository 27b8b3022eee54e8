import type { Paragraph } from '../../contract/edited-transcript.ts';
import { findExpression, findInParagraph, type Match, replaceText } from '../../document/find-text.ts';
import { perParagraph } from '../../document/per-paragraph.ts';
import type { EditorState } from './editor-state.svelte.ts';

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
  readonly #options = $derived({ wholeWord: this.wholeWord, matchCase: this.matchCase, regex: this.regex });
  readonly #search:
    | { find: (paragraph: Paragraph) => Omit<Match, 'paragraph'>[] }
    | { fault: string }
    | null = $derived.by(() => {
    try {
      const expression = findExpression(this.text, this.#options);
      return expression && { find: perParagraph((paragraph) => findInParagraph(paragraph, expression)) };
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) };
    }
  });
  /** What is wrong with the regular expression. */
  readonly fault: string | null = $derived(
    this.#search && 'fault' in this.#search ? this.#search.fault : null,
  );
  readonly matches: Match[] = $derived.by(() => {
    const search = this.#search;
    if (!this.open || !search || 'fault' in search) return [];
    return this.#editor.document.paragraphs.flatMap((paragraph, index) =>
      search.find(paragraph).map((place) => ({ paragraph: index, ...place })),
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

  /** Replaces the current match, or all; returns how many there were. */
  replace({ all }: { all: boolean }): number {
    const { current } = this;
    const count = all ? this.matches.length : 1;
    if (!current) return 0;
    const change = replaceText(this.#editor.document, this.text, this.replacement, {
      ...this.#options,
      ...(!all && { only: current }),
    });
    return this.#editor.change(change, { label: all ? 'replacing all' : 'replacing' }) ? count : 0;
  }
}
