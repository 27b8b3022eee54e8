import { SvelteSet } from 'svelte/reactivity';

/** Recordings chosen in the list, to be exported, tagged, repeated or deleted together. */
export class SelectionState {
  active = $state(false);
  readonly ids = new SvelteSet<string>();
  /** Where a range begins. */
  #anchor: string | null = null;

  start(): void {
    this.active = true;
  }

  stop(): void {
    this.active = false;
    this.ids.clear();
    this.#anchor = null;
  }

  /** `range` is the shown list if everything from the last choice on gets the same state. */
  toggle(id: string, range: readonly { id: string }[] | null): void {
    const chosen = !this.ids.has(id);
    const from = range?.findIndex((one) => one.id === this.#anchor) ?? -1;
    const to = range?.findIndex((one) => one.id === id) ?? -1;
    const all =
      range && from >= 0 && to >= 0 ? range.slice(Math.min(from, to), Math.max(from, to) + 1) : [{ id }];
    for (const one of all) {
      if (chosen) this.ids.add(one.id);
      else this.ids.delete(one.id);
    }
    this.#anchor = id;
  }

  /** Chooses all of these, or none if all are chosen already. */
  toggleAll(jobs: readonly { id: string }[]): void {
    const whole = jobs.every(({ id }) => this.ids.has(id));
    for (const { id } of jobs) {
      if (whole) this.ids.delete(id);
      else this.ids.add(id);
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.ids.delete(id);
  }
}
