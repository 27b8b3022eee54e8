/** For a field of several lines: Enter sends its form, Shift + Enter begins a line. */
export function sendByEnter(event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
