/** Text of a paragraph's element, with the spaces that browsers put in the place of others. */
export const textOf = (element: HTMLElement): string =>
  (element.textContent ?? '').replaceAll('\u00a0', ' ').replaceAll(/[\r\n]+/gu, ' ');

/** Pixels at the top and bottom of the page that bars cover. */
const TOP = 80;
const BOTTOM = 160;

/** The selection in an element, in characters of its text; null if it is elsewhere. */
export function caretIn(element: HTMLElement): { from: number; to: number } | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  return { from, to: from + range.toString().length };
}

/** The range of an element's text between two places; null if it has no text. */
export function rangeIn(element: HTMLElement, from: number, to: number): Range | null {
  const text = element.firstChild;
  if (!(text instanceof Text)) return null;
  const range = document.createRange();
  range.setStart(text, Math.min(from, text.length));
  range.setEnd(text, Math.min(to, text.length));
  return range;
}

/** Puts the caret or a selection into an element. */
export function placeCaret(element: HTMLElement, from: number, to = from): void {
  element.focus({ preventScroll: true });
  const range = rangeIn(element, from, to);
  const selection = getSelection();
  selection?.removeAllRanges();
  if (range) selection?.addRange(range);
  else selection?.collapse(element, 0);
  const rect = range?.getBoundingClientRect();
  if (rect && (rect.top < TOP || rect.bottom > innerHeight - BOTTOM))
    element.scrollIntoView({ block: 'center' });
}

/** Frames in which the editor is loaded and shown. */
const PATIENCE = 120;

/** Puts the caret into the first paragraph that begins in view, once there is one: who edits by keys writes at once. */
export async function caretInView(): Promise<void> {
  for (let frame = 0; frame < PATIENCE; frame++) {
    const shown = [...document.querySelectorAll<HTMLElement>('[data-paragraph]')];
    const first = shown.find((block) => block.firstChild && block.getBoundingClientRect().top >= TOP);
    if (first) return placeCaret(first, 0);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Whether the caret is on the first or last line of its element. */
export function caretAtEdge(element: HTMLElement, edge: 'top' | 'bottom'): boolean {
  const selection = getSelection();
  if (!selection?.isCollapsed || selection.rangeCount === 0) return false;
  const caret = selection.getRangeAt(0).getBoundingClientRect();
  // A caret at a line's start may have no rectangle.
  if (caret.height === 0) return caretIn(element)?.from === (edge === 'top' ? 0 : textOf(element).length);
  const box = element.getBoundingClientRect();
  return edge === 'top' ? caret.top - box.top < caret.height : box.bottom - caret.bottom < caret.height;
}

/** The place in the text of a block under a point of the window; null elsewhere. */
export function placeAt(x: number, y: number): { block: HTMLElement; offset: number } | null {
  const block = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-paragraph]');
  if (!block) return null;
  // Not in all browsers: Safari has the other one alone.
  const position = document.caretPositionFromPoint?.(x, y);
  const range = position ? null : document.caretRangeFromPoint?.(x, y);
  const [node, at] = position
    ? [position.offsetNode, position.offset]
    : [range?.startContainer, range?.startOffset ?? 0];
  if (!node || !block.contains(node)) return null;
  const before = document.createRange();
  before.selectNodeContents(block);
  before.setEnd(node, at);
  return { block, offset: before.toString().length };
}

/** Buttons that work on the selection leave the caret where it is: `onmousedown={keepCaret}`. */
export const keepCaret = (event: MouseEvent): void => event.preventDefault();
