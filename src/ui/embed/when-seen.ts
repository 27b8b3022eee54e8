/** How long something must have been in sight. */
const IN_SIGHT_MS = 800;

interface SightEntry extends IntersectionObserverEntry {
  /** False where something covers it, or makes it hard to see; not every browser tells. */
  readonly isVisible?: boolean;
}

interface SightOptions extends IntersectionObserverInit {
  trackVisibility: boolean;
  /** Milliseconds, at least 100. */
  delay: number;
}

/** Tells whether an element has been in full sight for a moment, uncovered where the browser can tell. */
export function whenSeen(element: HTMLElement, tell: (seen: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const options: SightOptions = { threshold: [0, 0.9, 1], trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    const last: SightEntry | undefined = entries.at(-1);
    const inSight = last !== undefined && last.intersectionRatio >= 0.9 && last.isVisible !== false;
    clearTimeout(timer);
    if (inSight) timer = setTimeout(() => tell(true), IN_SIGHT_MS);
    else tell(false);
  }, options);
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
