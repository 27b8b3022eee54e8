interface RowActs {
  /** False if the page's own player has the key. */
  play: (id: string) => boolean;
  rename: (id: string) => void;
  remove: (id: string) => void;
}

const OF_A_ROW = 'space f2 delete';

/** Each recording is one stop of Tab: the arrows move between rows and within one, Space plays, F2 renames, Delete deletes. */
export function rowKeys(list: HTMLElement, acts: RowActs): () => void {
  const focus = (row: Element | undefined) => row?.querySelector<HTMLElement>('a')?.focus();
  const press = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || target.matches('input, select, textarea')) return;
    const row = target.closest<HTMLElement>('[data-row]');
    const id = row?.dataset.row;
    if (!row || !id || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const rows = [...list.querySelectorAll('[data-row]')];
    const at = rows.indexOf(row);
    const within = [...row.querySelectorAll<HTMLElement>('a, button')];
    const inRow = within.indexOf(target);
    const isLink = target.matches('a');
    const moves: Record<string, () => unknown> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => within[inRow + 1]?.focus(),
      ArrowLeft: () => within[inRow - 1]?.focus(),
      F2: () => acts.rename(id),
      Delete: () => {
        focus(rows[at + 1] ?? rows[at - 1]);
        acts.remove(id);
      },
      ...(isLink && { ' ': () => acts.play(id) }),
    };
    const move = moves[key];
    if (move && move() !== false) event.preventDefault();
  };
  const name = ({ target }: FocusEvent) => {
    if (target instanceof HTMLAnchorElement && target.closest('[data-row]'))
      target.ariaKeyShortcuts = OF_A_ROW;
  };
  list.addEventListener('keydown', press);
  list.addEventListener('focusin', name);
  return () => {
    list.removeEventListener('keydown', press);
    list.removeEventListener('focusin', name);
  };
}
