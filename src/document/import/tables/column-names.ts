import names from '../vocabulary/columns.json' with { type: 'json' };

const { whole, ...columns } = names.lists;

export type Column = keyof typeof columns;

/** What programs call their columns. */
export const COLUMNS: Readonly<Record<Column, readonly string[]>> = columns;

/** Names that count only as a whole. */
export const WHOLE_NAMES: ReadonlySet<string> = new Set(whole);
