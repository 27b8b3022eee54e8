import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { type Passage, passageBetween, passageText } from '../../../document/edits/edit-passage.ts';
import { paragraphText } from '../../../document/paragraphs.ts';
import type { Place } from '../../../document/words/word-range.ts';
import { plural } from '../../texts/text-pieces.ts';
import { caretIn, placeAt, textOf } from './text-caret.ts';

/** Keys that change nothing by themselves. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock'];

/** What the selection does beyond itself. */
interface Hooks {
  document: () => CorrectedTranscript;
  indexOf: (block: HTMLElement) => number;
  /** Writes in the place of the passage: a text, or nothing. */
  replace: (passage: Passage, text: string) => void;
  /** Receives how many words are selected. */
  say: (message: string) => void;
}

/**
 * A selection over several paragraphs, which browsers do not allow between separate editable elements: dragged, extended
 * with Shift and the arrows over a paragraph's edge, or of all with Ctrl + A pressed twice.
 */
export class TextSelection {
  /** Null where the browser's own selection counts. */
  passage: Passage | null = $derived.by(() =>
    this.#anchor && this.#focus && this.#anchor.paragraph !== this.#focus.paragraph
      ? passageBetween(this.#anchor, this.#focus)
      : null,
  );
  #anchor = $state.raw<Place | null>(null);
  #focus = $state.raw<Place | null>(null);
  readonly #hooks: Hooks;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  clear(): void {
    this.#focus = null;
  }

  press(event: PointerEvent): void {
    const place = this.#placeOf(event);
    if (event.shiftKey && !this.passage) this.#anchor = this.#caretNow();
    if (event.shiftKey && this.#anchor && place && place.paragraph !== this.#anchor.paragraph) {
      event.preventDefault();
      this.#focus = place;
      return;
    }
    // Within one paragraph the browser selects.
    if (event.shiftKey) {
      this.#focus = null;
      return;
    }
    this.#focus = null;
    if (event.pointerType === 'mouse' && event.button === 0) this.#anchor = place;
  }

  drag(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || (event.buttons & 1) === 0 || !this.#anchor) return;
    const place = this.#placeOf(event);
    if (!place) return;
    if (place.paragraph === this.#anchor.paragraph) this.#focus = null;
    else {
      this.#focus = place;
      collapseSelection();
    }
  }

  /** Returns whether the key was for the selection. */
  keydown(event: KeyboardEvent & { currentTarget: HTMLElement }): boolean {
    if (event.isComposing || MODIFIERS.includes(event.key)) return false;
    const selectsAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
    if (selectsAll) return this.#all(event);
    if (event.shiftKey && this.#extend(event)) return true;
    const { passage } = this;
    if (!passage) return false;
    if (event.ctrlKey || event.metaKey || event.altKey || /^F\d/.test(event.key)) return false;
    const writes = event.key.length === 1 || event.key === 'Backspace' || event.key === 'Delete';
    this.clear();
    if (!writes) return event.key === 'Escape' && this.#done(event);
    this.#hooks.replace(passage, event.key.length === 1 ? event.key : '');
    return this.#done(event);
  }

  /** Copies or cuts the passage; leaves anything else to the browser. */
  copy(event: ClipboardEvent, { cut = false } = {}): void {
    const { passage } = this;
    if (!passage) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', passageText(this.#hooks.document(), passage));
    if (!cut) return;
    this.clear();
    this.#hooks.replace(passage, '');
  }

  /** The characters of a paragraph that are selected; null if none are. */
  within(index: number, length: number): [number, number] | null {
    const { passage } = this;
    if (!passage || index < passage.from.paragraph || index > passage.to.paragraph) return null;
    return [
      index === passage.from.paragraph ? passage.from.offset : 0,
      index === passage.to.paragraph ? passage.to.offset : length,
    ];
  }

  /** The caret, which keys may have moved since the last press. */
  #caretNow(): Place | null {
    const block = document.activeElement?.closest<HTMLElement>('[data-paragraph]');
    const caret = block && caretIn(block);
    const paragraph = block ? this.#hooks.indexOf(block) : -1;
    return caret && paragraph >= 0 ? { paragraph, offset: caret.from } : null;
  }

  #placeOf(event: PointerEvent): Place | null {
    const found = placeAt(event.clientX, event.clientY);
    const paragraph = found ? this.#hooks.indexOf(found.block) : -1;
    return found && paragraph >= 0 ? { paragraph, offset: found.offset } : null;
  }

  #lengthOf = (paragraph: number) => {
    const found = this.#hooks.document().paragraphs[paragraph];
    return found ? paragraphText(found).length : 0;
  };

  #all(event: KeyboardEvent & { currentTarget: HTMLElement }): boolean {
    const caret = caretIn(event.currentTarget);
    const whole = caret && caret.from === 0 && caret.to >= textOf(event.currentTarget).length;
    const last = this.#hooks.document().paragraphs.length - 1;
    if (!whole || last < 1) return false;
    this.#anchor = { paragraph: 0, offset: 0 };
    this.#focus = { paragraph: last, offset: this.#lengthOf(last) };
    this.#announce();
    return this.#done(event);
  }

  /** Takes the selection over the edge of a paragraph, or goes on from there by words and paragraphs. */
  #extend(event: KeyboardEvent & { currentTarget: HTMLElement }): boolean {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return false;
    const index = this.#hooks.indexOf(event.currentTarget);
    if (!this.passage) {
      const selection = getSelection();
      const caret = caretIn(event.currentTarget);
      if (!caret || !selection) return false;
      const length = textOf(event.currentTarget).length;
      const moving = focusOffset(event.currentTarget, selection);
      if (moving !== (step === 1 ? length : 0)) return false;
      this.#anchor = { paragraph: index, offset: moving === caret.to ? caret.from : caret.to };
      this.#focus = { paragraph: index, offset: moving };
    }
    const from = this.#focus ?? { paragraph: index, offset: 0 };
    const next = this.#next(from, step, event.key.endsWith('Down') || event.key.endsWith('Up'));
    if (!next) return true;
    this.#focus = next;
    collapseSelection();
    this.#announce();
    return this.#done(event);
  }

  /** The next place: a paragraph's end or start, or that of a word. */
  #next({ paragraph, offset }: Place, step: number, byParagraph: boolean): Place | null {
    const { paragraphs } = this.#hooks.document();
    const here = paragraphs[paragraph];
    const text = here ? paragraphText(here) : '';
    const atEdge = offset === (step === 1 ? text.length : 0);
    const target = atEdge ? paragraph + step : paragraph;
    const found = paragraphs[target];
    if (!found) return null;
    const own = paragraphText(found);
    const start = atEdge ? (step === 1 ? 0 : own.length) : offset;
    if (byParagraph) return { paragraph: target, offset: step === 1 ? own.length : 0 };
    const moved =
      step === 1
        ? start + (/^\s*\S+/u.exec(own.slice(start))?.[0].length ?? own.length - start)
        : start - (/\S+\s*$/u.exec(own.slice(0, start))?.[0].length ?? start);
    return { paragraph: target, offset: moved };
  }

  #announce(): void {
    if (!this.passage) return;
    const words = passageText(this.#hooks.document(), this.passage).split(/\s+/u).filter(Boolean).length;
    this.#hooks.say(plural(words, ['# word is selected.', '# words are selected.']));
  }

  #done(event: Event): boolean {
    event.preventDefault();
    return true;
  }
}

/** Makes a caret of the browser's own selection, if there is one: collapsing none is an error. */
function collapseSelection(): void {
  const selection = getSelection();
  if (selection && selection.rangeCount > 0) selection.collapseToStart();
}

/** Where the end of the selection that moves is, in characters. */
function focusOffset(block: HTMLElement, { focusNode, focusOffset: at }: Selection): number {
  if (!focusNode) return 0;
  const before = document.createRange();
  before.selectNodeContents(block);
  before.setEnd(focusNode, at);
  return before.toString().length;
}
