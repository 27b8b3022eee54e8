import { expect, it } from 'vitest';
import { SelectionState } from './selection-state.svelte.ts';

const LIST = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const chosen = (selection: SelectionState) => [...selection.ids].sort().join('');

it('a range is from the last choice to this one, in either direction, with the state that this one gets', () => {
  const selection = new SelectionState();
  selection.toggle('d', LIST);
  selection.toggle('b', LIST);
  expect(chosen(selection)).toBe('bcd');
  selection.toggle('a', null);
  selection.toggle('c', LIST);
  // The last was chosen before: from the first to it, all are let go.
  expect(chosen(selection)).toBe('d');
  selection.toggle('e', LIST);
  expect(chosen(selection)).toBe('cde');
});

it('a range whose beginning the shown list no longer has is the one recording', () => {
  const selection = new SelectionState();
  selection.toggle('a', LIST);
  selection.toggle('c', LIST.slice(1));
  expect(chosen(selection)).toBe('ac');
});

it('all are chosen, or none where all are chosen', () => {
  const selection = new SelectionState();
  selection.start();
  selection.toggle('b', null);
  selection.toggleAll(LIST);
  expect(chosen(selection)).toBe('abcde');
  selection.toggleAll(LIST);
  expect(chosen(selection)).toBe('');
  selection.toggleAll(LIST);
  selection.remove(['a', 'x']);
  expect(chosen(selection)).toBe('bcde');
  selection.stop();
  expect([selection.active, chosen(selection)]).toEqual([false, '']);
});
