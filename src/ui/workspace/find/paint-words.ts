/** What can be marked in the text; the names are those of `::highlight()` in workspace.css. */
export type Paint =
  | 'heard'
  | 'struck'
  | 'redacted'
  | 'unsure'
  | 'doubtful'
  | 'whose'
  | 'found'
  | 'current'
  | 'noted'
  | 'selected';

/** Null in browsers without the CSS Custom Highlight API. */
const registry = typeof CSS !== 'undefined' && 'highlights' in CSS ? CSS.highlights : null;

/** Whether marks go with the text; boxes remain where they were put. */
export const MARKS_MOVE = registry !== null;

/**
 * Marks stretches of text without changing the document. Browsers without the CSS Custom Highlight API get boxes over
 * the text instead.
 */
export function paintWords(paint: Paint, ranges: readonly Range[]): void {
  if (!registry) paintBoxes(paint, ranges);
  else if (ranges.length === 0) registry.delete(paint);
  else {
    const highlight = new Highlight();
    for (const range of ranges) highlight.add(range);
    registry.set(paint, highlight);
  }
}

const layers = new Map<Paint, HTMLElement>();

function paintBoxes(paint: Paint, ranges: readonly Range[]): void {
  const layer = layers.get(paint) ?? document.createElement('div');
  if (!layer.isConnected) {
    layer.setAttribute('aria-hidden', 'true');
    document.body.append(layer);
    layers.set(paint, layer);
  }
  const boxes = ranges.flatMap((range) => [...range.getClientRects()]);
  layer.replaceChildren(
    ...boxes.map(({ left, top, width, height }) => {
      const box = document.createElement('span');
      box.className = `painted painted-${paint}`;
      box.style.left = `${left + scrollX}px`;
      box.style.top = `${top + scrollY}px`;
      box.style.width = `${width}px`;
      box.style.height = `${height}px`;
      return box;
    }),
  );
}
