const CELL = '[role="gridcell"]';
const FIELD = 'input, textarea, button, select';

/** Rows that keys go down. */
const ROWS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };
/** Frames to wait for a row that is not rendered yet. */
const MOST_FRAMES = 30;

export interface GridRows {
  /** Number of all rows, rendered or not. */
  count: () => number;
  /** Brings a row into view, counted from 1. */
  show: (row: number) => void;
}

/**
 * The keyboard of a grid whose cells hold fields, as in https://www.w3.org/WAI/ARIA/apg/patterns/grid/: arrows, Home,
 * End, Page up and Page down go from cell to cell, with Ctrl to the first and last row; Enter and F2 go into a cell's
 * field, or press its button; Escape and F2 go back to the cell. Tab leaves the grid from a cell, and in a field goes to
 * the next one. Returns whether it used the key.
 */
export function gridKeys(event: KeyboardEvent, rows: GridRows): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.metaKey || event.isComposing) return false;
  const cell = target.closest<HTMLElement>(CELL);
  const row = cell?.closest<HTMLElement>('[role="row"]');
  if (!cell || !row) return false;
  const used = cell === target ? fromCell(event, cell, row, rows) : fromField(event, cell);
  if (used) event.preventDefault();
  return used;
}

/** Moves the focus into the grid: to the first cell of a row, counted from 1. */
export function enterGrid(grid: HTMLElement, row: number, rows: GridRows): void {
  void focusCell(grid, row, 0, rows);
}

function fromCell(event: KeyboardEvent, cell: HTMLElement, row: HTMLElement, rows: GridRows): boolean {
  const { key, ctrlKey } = event;
  const cells = [...row.querySelectorAll<HTMLElement>(CELL)];
  const column = cells.indexOf(cell);
  const number = Number(row.ariaRowIndex);
  const grid = row.closest<HTMLElement>('[role="grid"]');
  const toRow = (wanted: number, at = column) => {
    const within = Math.min(Math.max(1, wanted), rows.count());
    if (grid) void focusCell(grid, within, at, rows);
    return true;
  };
  const toColumn = (wanted: number) => {
    cells[Math.min(Math.max(0, wanted), cells.length - 1)]?.focus();
    return true;
  };
  const step = ROWS[key];
  if (step) return toRow(number + step);
  switch (key) {
    case 'ArrowLeft':
      return toColumn(column - 1);
    case 'ArrowRight':
      return toColumn(column + 1);
    case 'Home':
      return ctrlKey ? toRow(1, 0) : toColumn(0);
    case 'End':
      return ctrlKey ? toRow(rows.count()) : toColumn(cells.length - 1);
    case 'Enter':
    case 'F2':
      return useField(cell);
    default:
      return false;
  }
}

function useField(cell: HTMLElement): boolean {
  const field = cell.querySelector<HTMLElement>(FIELD);
  if (field instanceof HTMLButtonElement) field.click();
  else field?.focus();
  return field !== null;
}

function fromField(event: KeyboardEvent, cell: HTMLElement): boolean {
  const { key, shiftKey, ctrlKey } = event;
  if (key === 'Escape' || key === 'F2') {
    cell.focus();
    return true;
  }
  if (key !== 'Tab' || ctrlKey) return false;
  const fields = [
    ...(cell.closest('[role="grid"]')?.querySelectorAll<HTMLElement>(`${CELL} :is(${FIELD})`) ?? []),
  ];
  const next = fields[fields.indexOf(event.target as HTMLElement) + (shiftKey ? -1 : 1)];
  next?.focus();
  return next !== undefined;
}

async function focusCell(grid: HTMLElement, row: number, column: number, rows: GridRows): Promise<void> {
  const cellsOf = () => [
    ...grid.querySelectorAll<HTMLElement>(`[role="row"][aria-rowindex="${row}"] ${CELL}`),
  ];
  if (cellsOf().length === 0) rows.show(row);
  for (let frame = 0; frame < MOST_FRAMES && cellsOf().length === 0; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const cells = cellsOf();
  cells[Math.min(column, cells.length - 1)]?.focus();
}
