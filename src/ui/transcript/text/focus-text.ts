/**
 * Moves the focus to a text that has come into view, unless somebody is busy elsewhere: the link or the button that showed it is
 * gone, or has done its work.
 */
export function focusText(text: HTMLElement): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body || activeElement.closest('a'))
    text.focus({ preventScroll: true });
}
