import type { Attachment } from 'svelte/attachments';

/**
 * Calls `act` with what is chosen in a list. A closed list changes with each letter and arrow key that is pressed:
 * there, Enter or leaving the list decides.
 */
export const decided =
  (act: (value: string) => void): Attachment<HTMLSelectElement> =>
  (list) => {
    let isPressing = false;
    let isPending = false;
    const decide = () => {
      if (isPending && list.value !== '') act(list.value);
      isPending = false;
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && isPending) {
        event.preventDefault();
        decide();
      } else {
        isPressing = true;
        setTimeout(() => {
          isPressing = false;
        });
      }
    };
    const change = () => {
      isPending = true;
      if (!isPressing) decide();
    };
    const off = new AbortController();
    for (const name of ['keydown', 'keypress'] as const) list.addEventListener(name, press, off);
    list.addEventListener('change', change, off);
    list.addEventListener('blur', decide, off);
    return () => off.abort();
  };
