/** Longest wait for a frame: a hidden tab has none. */
const HIDDEN_MS = 500;

/** Resolves once the browser has drawn a frame: what a page shows first does not compete with what it then does. */
export function firstFrame(): Promise<void> {
  return new Promise((resolve) => {
    // A frame is drawn after its callbacks, and before the next task.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
}
