/** A function whose result is made at its first call and kept. */
export interface MadeOnce<Made> {
  (): Promise<Made>;
  /** The next call makes it anew. */
  forget(): void;
}

/** What `make` resolves to, made once. A failure is not kept: the next call tries again. */
export function madeOnce<Made>(make: () => Promise<Made>): MadeOnce<Made> {
  let kept: Promise<Made> | null = null;
  const get = () => {
    if (kept) return kept;
    const making = make();
    kept = making;
    making.catch(() => {
      if (kept === making) kept = null;
    });
    return making;
  };
  return Object.assign(get, {
    forget: () => {
      kept = null;
    },
  });
}
