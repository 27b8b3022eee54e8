import { tick } from 'svelte';

/** A recording is opened at its top, the list where it was left: narrow screens scroll both as one. Call at set-up. */
export function keepPlace(opened: () => string | null): void {
  // The browser would scroll before the list is there again.
  history.scrollRestoration = 'manual';
  let before: string | null = null;
  let listAt = 0;
  $effect.pre(() => {
    const now = opened();
    if (now === before) return;
    if (before === null) listAt = scrollY;
    const top = now === null ? listAt : 0;
    before = now;
    void tick().then(() => scrollTo({ top, behavior: 'instant' }));
  });
}
