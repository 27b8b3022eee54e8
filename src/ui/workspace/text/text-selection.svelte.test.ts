import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../tests/fakes/corrected-document.ts';
import { passageText } from '../../../document/edits/edit-passage.ts';
import { paragraphText } from '../../../document/paragraphs.ts';
import { placeCaret } from './text-caret.ts';
import { TextSelection } from './text-selection.svelte.ts';

const document_ = documentOf(
  { text: 'Good morning everyone.', at: 0, speaker: 0 },
  { text: 'Morning to you.', at: 10, speaker: 1 },
  { text: 'Shall we begin?', at: 20, speaker: 0 },
);
const texts = document_.paragraphs.map(paragraphText);

let blocks: HTMLElement[];
const replace = vi.fn();
const say = vi.fn();
let selection: TextSelection;

beforeEach(() => {
  blocks = texts.map((text) => {
    const block = document.createElement('p');
    block.dataset.paragraph = '';
    block.contentEditable = 'true';
    block.style.font = '20px monospace';
    block.textContent = text;
    return block;
  });
  document.body.replaceChildren(...blocks);
  replace.mockClear();
  say.mockClear();
  selection = new TextSelection({
    document: () => document_,
    indexOf: (block) => blocks.indexOf(block),
    replace,
    say,
  });
});
afterEach(() => document.body.replaceChildren());

const block = (index: number): HTMLElement => blocks[index] ?? expect.fail(`no paragraph ${index}`);
/** The selected text of the document; null where the browser's own selection counts. */
const selected = () => selection.passage && passageText(document_, selection.passage);

/** A pointer event at a character of a paragraph. */
function at(type: string, index: number, offset: number, init: PointerEventInit = {}): PointerEvent {
  const range = document.createRange();
  range.setStart(block(index).firstChild ?? block(index), offset);
  const { left, top, height } = range.getBoundingClientRect();
  const place = { clientX: left, clientY: top + height / 2, cancelable: true };
  return new PointerEvent(type, { pointerType: 'mouse', button: 0, buttons: 1, ...place, ...init });
}

/** Presses a key in a paragraph; whether the selection took it, and whether the browser may act on it. */
function press(index: number, key: string, init: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...init });
  Object.defineProperty(event, 'currentTarget', { value: block(index) });
  const taken = selection.keydown(event as KeyboardEvent & { currentTarget: HTMLElement });
  return { taken, prevented: event.defaultPrevented };
}

describe('a selection with the mouse', () => {
  it('over paragraphs is from the press to where it is dragged, in either direction', () => {
    selection.press(at('pointerdown', 0, 5));
    selection.drag(at('pointermove', 2, 5));
    expect(selected()).toBe('morning everyone.\nMorning to you.\nShall');
    selection.press(at('pointerdown', 2, 5));
    selection.drag(at('pointermove', 1, 8));
    expect(selected()).toBe('to you.\nShall');
  });

  it('within one paragraph is the browser’s own, also when it comes back from another', () => {
    selection.press(at('pointerdown', 0, 0));
    selection.drag(at('pointermove', 0, 4));
    expect(selection.passage).toBeNull();
    selection.drag(at('pointermove', 1, 4));
    expect(selection.passage).not.toBeNull();
    selection.drag(at('pointermove', 0, 4));
    expect(selection.passage).toBeNull();
  });

  it('is extended by a click with Shift in another paragraph, from the caret and not from the last press', () => {
    selection.press(at('pointerdown', 0, 2));
    placeCaret(block(0), 13);
    const shift = at('pointerdown', 1, 7, { shiftKey: true });
    selection.press(shift);
    expect(shift.defaultPrevented).toBe(true);
    expect(selected()).toBe('everyone.\nMorning');
    selection.press(at('pointerdown', 2, 5, { shiftKey: true }));
    expect(selected()).toBe('everyone.\nMorning to you.\nShall');
  });

  it('ends with a click, and is not made by a finger or another button', () => {
    selection.press(at('pointerdown', 0, 0));
    selection.drag(at('pointermove', 1, 4));
    selection.press(at('pointerdown', 1, 2));
    expect(selection.passage).toBeNull();
    selection.drag(at('pointermove', 2, 2, { pointerType: 'touch' }));
    selection.drag(at('pointermove', 2, 2, { buttons: 2 }));
    expect(selection.passage).toBeNull();
  });
});

describe('a selection with the keyboard', () => {
  it('goes over the edge of a paragraph by words and paragraphs, and says how many words it has', () => {
    placeCaret(block(0), texts[0]?.length ?? 0);
    expect(press(0, 'ArrowRight', { shiftKey: true })).toEqual({ taken: true, prevented: true });
    expect(selected()).toBe('\nMorning');
    expect(say).toHaveBeenLastCalledWith('1 word is selected.');
    press(0, 'ArrowRight', { shiftKey: true });
    expect(selected()).toBe('\nMorning to');
    press(0, 'ArrowDown', { shiftKey: true });
    press(0, 'ArrowDown', { shiftKey: true });
    expect(selected()).toBe('\nMorning to you.\nShall we begin?');
    expect(say).toHaveBeenLastCalledWith('6 words are selected.');
  });

  it('goes backwards as well, and stops at the first paragraph', () => {
    placeCaret(block(1), 0);
    press(1, 'ArrowLeft', { shiftKey: true });
    expect(selected()).toBe('everyone.\n');
    press(1, 'ArrowUp', { shiftKey: true });
    press(1, 'ArrowUp', { shiftKey: true });
    expect(selected()).toBe('Good morning everyone.\n');
  });

  it('leaves arrows inside a paragraph to the browser', () => {
    placeCaret(block(0), 3);
    expect(press(0, 'ArrowRight', { shiftKey: true })).toEqual({ taken: false, prevented: false });
    expect(selection.passage).toBeNull();
  });

  it('is of everything with Ctrl + A once the paragraph is selected', () => {
    placeCaret(block(1), 2);
    expect(press(1, 'a', { ctrlKey: true }).taken).toBe(false);
    placeCaret(block(1), 0, texts[1]?.length ?? 0);
    expect(press(1, 'a', { ctrlKey: true })).toEqual({ taken: true, prevented: true });
    expect(selected()).toBe(texts.join('\n'));
  });
});

describe('a selected passage', () => {
  const PASSAGE = { from: { paragraph: 0, offset: 13 }, to: { paragraph: 1, offset: 7 } };
  beforeEach(() => {
    selection.press(at('pointerdown', 1, 7));
    selection.drag(at('pointermove', 0, 13));
    expect(selection.passage).toEqual(PASSAGE);
  });

  it.each([
    ['x', 'x'],
    ['Backspace', ''],
    ['Delete', ''],
  ])('is replaced by the key %s', (key, text) => {
    expect(press(1, key)).toEqual({ taken: true, prevented: true });
    expect(replace).toHaveBeenCalledExactlyOnceWith(PASSAGE, text);
    expect(selection.passage).toBeNull();
  });

  it('stays with keys that change nothing, and ends with Escape', () => {
    for (const key of ['Shift', 'Control', 'F5']) expect(press(1, key).taken).toBe(false);
    expect(press(1, 's', { ctrlKey: true }).taken).toBe(false);
    expect(selection.passage).toEqual(PASSAGE);
    expect(press(1, 'Escape').taken).toBe(true);
    expect(selection.passage).toBeNull();
    expect(replace).not.toHaveBeenCalled();
  });

  it('is copied as lines, and cut', () => {
    const copied = (cut: boolean) => {
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), cancelable: true });
      selection.copy(event, { cut });
      return { text: event.clipboardData?.getData('text/plain'), prevented: event.defaultPrevented };
    };
    expect(copied(false)).toEqual({ text: 'everyone.\nMorning', prevented: true });
    expect(replace).not.toHaveBeenCalled();
    expect(copied(true)).toEqual({ text: 'everyone.\nMorning', prevented: true });
    expect(replace).toHaveBeenCalledExactlyOnceWith(PASSAGE, '');
    expect(copied(false)).toEqual({ text: '', prevented: false });
  });

  it('is told to each paragraph in its characters', () => {
    expect([0, 1, 2].map((index) => selection.within(index, texts[index]?.length ?? 0))).toEqual([
      [13, 22],
      [0, 7],
      null,
    ]);
  });
});
