/** How long an element must have been visible. */
const IN_SIGHT_MS = 800;

interface SightEntry extends IntersectionObserverEntry {
  /** False if something covers or obscures it; not supported by every browser. */
  readonly isVisible?: boolean;
}

interface SightOptions extends IntersectionObserverInit {
  trackVisibility: boolean;
  /** Milliseconds, at least 100. */
  delay: number;
}

/** Reports whether an element has been fully visible for a moment and, if the browser reports it, uncovered. */
export function observeVisibility(element: HTMLElement, onChange: (seen: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const options: SightOptions = { threshold: [0, 0.9, 1], trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    const last: SightEntry | undefined = entries.at(-1);
    const inSight = last !== undefined && last.intersectionRatio >= 0.9 && last.isVisible !== false;
    clearTimeout(timer);
    if (inSight) timer = setTimeout(() => onChange(true), IN_SIGHT_MS);
    else onChange(false);
  }, options);
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
