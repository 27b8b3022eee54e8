import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';

/** Pixels of a usual row with the gap after it; each is measured when it comes into view. */
export const USUAL_ROW = 88;
/** Rows rendered above and below those in view. */
const OVERSCAN = 8;

/** Where the rows of a list are that are near the view, whatever scrolls it. */
export interface ListGeometry {
  rows(): VirtualItem[];
  /** Pixels of the whole list. */
  height(): number;
  /** Pixels above the list in what scrolls. */
  margin(): number;
  measure(row: HTMLElement): void;
  /** Brings a row into view. */
  show(index: number): void;
  /** Takes other keys or another margin. */
  set(change: { keys?: readonly string[]; scrollMargin?: number }): void;
  /** Follows the scrolling; returns what ends it. */
  mount(): () => void;
}

/** The element that scrolls another one; null for the page. */
export function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return null;
}

/** Pixels from the top of what scrolls to the top of the list. */
export function marginOf(list: HTMLElement): number {
  const { top } = list.getBoundingClientRect();
  const scroller = scrollerOf(list);
  if (!scroller) return top + globalThis.scrollY;
  return top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

/**
 * @param keys of the rows, which keep their sizes when the rows change
 * @param changed called when other rows come near the view, or move
 */
export function listGeometry(list: HTMLElement, keys: readonly string[], changed: () => void): ListGeometry {
  const scroller = scrollerOf(list);
  const options = {
    ...optionsOf(keys),
    estimateSize: () => USUAL_ROW,
    overscan: OVERSCAN,
    scrollMargin: marginOf(list),
    // A list that is not displayed has no sizes: those that were measured remain.
    measureElement: (
      row: HTMLElement,
      entry: ResizeObserverEntry | undefined,
      { measurementsCache }: { measurementsCache: readonly VirtualItem[] },
    ) =>
      entry?.borderBoxSize[0]?.blockSize ||
      row.offsetHeight ||
      (measurementsCache[Number(row.dataset.index)]?.size ?? USUAL_ROW),
    // A row that changes the list while sizes are read would make the browser complain.
    useAnimationFrameWithResizeObserver: true,
    onChange: changed,
  };
  if (scroller) {
    const made = new Virtualizer<HTMLElement, HTMLElement>({
      ...options,
      getScrollElement: () => scroller,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
    });
    return geometryOf(made, changed);
  }
  const made = new Virtualizer<Window, HTMLElement>({
    ...options,
    getScrollElement: () => globalThis.window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: globalThis.scrollY,
  });
  return geometryOf(made, changed);
}

const optionsOf = (keys: readonly string[]) => ({
  count: keys.length,
  getItemKey: (index: number) => keys[index] ?? index,
});

const geometryOf = <Scroller extends Element | Window>(
  made: Virtualizer<Scroller, HTMLElement>,
  changed: () => void,
): ListGeometry => ({
  rows: () => made.getVirtualItems(),
  height: () => made.getTotalSize(),
  margin: () => made.options.scrollMargin,
  measure: (row) => made.measureElement(row),
  show: (index) => made.scrollToIndex(index, { align: 'auto' }),
  set: ({ keys, scrollMargin = made.options.scrollMargin }) => {
    made.setOptions({ ...made.options, ...(keys && optionsOf(keys)), scrollMargin });
    made._willUpdate();
    changed();
  },
  mount: () => {
    const unmount = made._didMount();
    made._willUpdate();
    return unmount;
  },
});
