import type { Attachment } from 'svelte/attachments';

/**
 * Calls `act` with what is chosen in a list. A closed list changes with each letter and arrow key that is pressed:
 * there, Enter or leaving the list decides.
 */
export const decided =
  (act: (value: string) => void): Attachment<HTMLSelectElement> =>
  (list) => {
    let [isPressing, isPending] = [false, false];
    const decide = () => {
      if (isPending && list.value !== '') act(list.value);
      isPending = false;
    };
    const press = (event: KeyboardEvent) => {
      isPressing = event.key !== 'Enter' || !isPending;
      setTimeout(() => (isPressing = false));
      if (isPressing) return;
      event.preventDefault();
      decide();
    };
    list.onkeydown = list.onkeypress = press;
    list.onblur = decide;
    list.onchange = () => {
      isPending = true;
      if (!isPressing) decide();
    };
  };
