import { tick } from 'svelte';

/**
 * Shows a recording from its top when it is opened, and the list where it was left when one goes back: on a narrow
 * screen both scroll the same page. Call while a component is set up.
 *
 * @param opened id of the recording that is shown; null for the list
 */
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
