import type { CorrectedTranscript, Paragraph } from '../../../contract/transcripts/corrected-transcript.ts';
import { replaceAll } from '../../../document/edits/change.ts';
import { joinParagraphs, setText, splitParagraph, wordAt } from '../../../document/edits/edit-text.ts';
import { pasteText } from '../../../document/edits/paste-text.ts';
import { paragraphText } from '../../../document/paragraphs.ts';
import { formatClock } from '../../../lib/format-clock.ts';
import type { EditorState } from '../editor-state.svelte.ts';
import { caretAtEdge, caretIn, textOf } from './text-caret.ts';

interface Hooks {
  /** Goes to a word; with `play` it plays from there. */
  seek: (seconds: number, play: boolean) => void;
}

type TextEvent<Kind extends Event> = Kind & { currentTarget: HTMLElement };

/** What key strokes, paste and the rest do to the paragraphs. */
export class TextEdits {
  readonly #editor: EditorState;
  readonly #hooks: Hooks;

  constructor(editor: EditorState, hooks: Hooks) {
    this.#editor = editor;
    this.#hooks = hooks;
  }

  #paragraph(index: number): Paragraph | undefined {
    return this.#editor.document.paragraphs[index];
  }

  /** Structural edits and paste are made here; everything else is read from the text afterwards. */
  beforeInput(event: TextEvent<InputEvent>, index: number): void {
    const element = event.currentTarget;
    const caret = caretIn(element);
    const paragraph = this.#paragraph(index);
    if (!caret || !paragraph || event.isComposing) return;
    const collapsed = caret.from === caret.to;
    const handled = () => event.preventDefault();
    switch (event.inputType) {
      case 'insertParagraph':
      case 'insertLineBreak':
        handled();
        this.#split(element, index, caret);
        return;
      case 'deleteContentBackward':
      case 'deleteWordBackward':
      case 'deleteSoftLineBackward':
        if (!collapsed || caret.from > 0) return;
        handled();
        this.#join(index);
        return;
      case 'deleteContentForward':
      case 'deleteWordForward':
        if (!collapsed || caret.to < textOf(element).length) return;
        handled();
        this.#join(index + 1);
        return;
      case 'historyUndo':
        handled();
        this.#editor.undo();
        return;
      case 'historyRedo':
        handled();
        this.#editor.redo();
        return;
      case 'insertFromPaste':
      case 'insertFromDrop': {
        handled();
        const pasted = event.dataTransfer?.getData('text/plain') ?? event.data ?? '';
        this.#insert(element, index, caret, pasted);
        return;
      }
      default:
        if (event.inputType.startsWith('format')) handled();
    }
  }

  input(event: { currentTarget: HTMLElement }, index: number): void {
    const element = event.currentTarget;
    if (event instanceof InputEvent && event.isComposing) this.#compose(element, index);
    else this.#read(element, index);
  }

  /** What is composed counts when it is done; until then it is saved, and makes no step. */
  #compose(element: HTMLElement, index: number): void {
    const paragraph = this.#paragraph(index);
    if (!paragraph) return;
    const indexIn = ({ paragraphs }: CorrectedTranscript) =>
      paragraphs.findIndex(({ id }) => id === paragraph.id);
    this.#editor.write({
      of: paragraph.id,
      label: 'typing',
      make: (document) => setText(document, indexIn(document), textOf(element)),
    });
  }

  composed(element: HTMLElement, index: number): void {
    this.#read(element, index);
    this.#editor.closeStep();
  }

  #read(element: HTMLElement, index: number): void {
    const paragraph = this.#paragraph(index);
    if (!paragraph) return;
    this.#editor.dropDraft();
    element.normalize();
    const caret = caretIn(element) ?? { from: 0, to: 0 };
    const text = textOf(element);
    const grown = text.length - paragraphText(paragraph).length;
    const before = Math.max(0, caret.from - Math.max(0, grown));
    this.#editor.change(setText(this.#editor.document, index, text), {
      label: 'typing',
      typing: paragraph.id,
      caret: { paragraph: paragraph.id, from: before, to: before },
    });
  }

  #insert(element: HTMLElement, index: number, caret: { from: number; to: number }, pasted: string): void {
    const paragraph = this.#paragraph(index);
    if (!paragraph) return;
    const text = textOf(element);
    const before = this.#editor.document;
    const { document, at } = pasteText(
      before,
      index,
      [text.slice(0, caret.from), text.slice(caret.to)],
      pasted,
    );
    this.#editor.closeStep();
    this.#editor.change(replaceAll(before, document), {
      label: 'paste',
      caret: { paragraph: paragraph.id, ...caret },
    });
    const last = document.paragraphs[at.paragraph]?.id ?? paragraph.id;
    this.#editor.caret = { paragraph: last, from: at.offset, to: at.offset };
  }

  /** Writes a time in seconds as a word of its own, such as "[1:05]", in the place of what is selected. */
  insertStamp(
    { index, caret }: { index: number; caret: { from: number; to: number } },
    seconds: number,
  ): void {
    const paragraph = this.#paragraph(index);
    if (!paragraph) return;
    const text = paragraphText(paragraph);
    const [before, after] = [text.slice(0, caret.from), text.slice(caret.to)];
    const lead = before === '' || before.endsWith(' ') ? before : `${before} `;
    const head = `${lead}[${formatClock(seconds)}]`;
    this.#editor.closeStep();
    this.#editor.change(
      setText(this.#editor.document, index, head + (/^\s/u.test(after) || !after ? after : ` ${after}`)),
      { label: 'time', caret: { paragraph: paragraph.id, ...caret } },
    );
    this.#editor.closeStep();
    const at = head.length + (after ? 1 : 0);
    this.#editor.caret = { paragraph: paragraph.id, from: at, to: at };
  }

  #split(element: HTMLElement, index: number, { from }: { from: number }): void {
    const paragraph = this.#paragraph(index);
    if (!paragraph) return;
    // Spaces that were typed at the start are not in the document.
    const leading = textOf(element).length - textOf(element).trimStart().length;
    const caret = { paragraph: paragraph.id, from, to: from };
    const change = splitParagraph(this.#editor.document, index, from - leading);
    if (!this.#editor.change(change, { label: 'new paragraph', caret })) return;
    const next = this.#paragraph(index + 1);
    if (next) this.#editor.caret = { paragraph: next.id, from: 0, to: 0 };
  }

  /** Joins a paragraph with the one before it. */
  #join(index: number): void {
    const before = this.#paragraph(index - 1);
    const paragraph = this.#paragraph(index);
    if (!before || !paragraph) return;
    const at = paragraphText(before).length;
    const caret = { paragraph: paragraph.id, from: 0, to: 0 };
    if (!this.#editor.change(joinParagraphs(this.#editor.document, index), { label: 'joining', caret }))
      return;
    this.#editor.caret = { paragraph: before.id, from: at, to: at };
  }

  /** The arrows leave a paragraph at its edges, as in one text. */
  keydown(event: TextEvent<KeyboardEvent>, index: number): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
    const element = event.currentTarget;
    if (event.key === 'Escape') element.blur();
    const caret = caretIn(element);
    if (event.key === 'Escape' || !caret || caret.from !== caret.to) return;
    const end = textOf(element).length;
    const go = (to: number, place: 'start' | 'end') => {
      const target = this.#paragraph(to);
      if (!target) return;
      event.preventDefault();
      const at = place === 'start' ? 0 : paragraphText(target).length;
      this.#editor.caret = { paragraph: target.id, from: at, to: at };
    };
    if (event.key === 'ArrowLeft' && caret.from === 0) go(index - 1, 'end');
    else if (event.key === 'ArrowRight' && caret.from === end) go(index + 1, 'start');
    else if (event.key === 'ArrowUp' && caretAtEdge(element, 'top')) go(index - 1, 'end');
    else if (event.key === 'ArrowDown' && caretAtEdge(element, 'bottom')) go(index + 1, 'start');
  }

  /** A click goes to the word; with Ctrl or ⌘ it plays from there. A click that ends a selection does neither. */
  click(event: TextEvent<MouseEvent>, index: number): void {
    const caret = caretIn(event.currentTarget);
    if (event.shiftKey || !caret || caret.from !== caret.to) return;
    const paragraph = this.#paragraph(index);
    const word = paragraph?.words[wordAt(paragraph, caret.from)];
    if (word) this.#hooks.seek(word.start, event.ctrlKey || event.metaKey);
  }
}
