import type { Unsaved } from './correction-saver.svelte.ts';

/** Corrections of views that were left, by their job: being saved, or what could not be. They remain as long as the page is open. */
const left = new Map<string, Promise<Unsaved | null>>();

/** Notes what becomes of corrections whose view is left. */
export function leaveCorrections(jobId: string, saving: Promise<Unsaved | null>): void {
  left.set(jobId, saving);
  addEventListener('beforeunload', ask);
  void saving.then((unsaved) => {
    if (unsaved === null && left.get(jobId) === saving) forget(jobId);
  });
}

/** Waits until what was left is saved; returns what could not be. */
export async function takeLeftCorrections(jobId: string): Promise<Unsaved | null> {
  const unsaved = (await left.get(jobId)) ?? null;
  forget(jobId);
  return unsaved;
}

function forget(jobId: string): void {
  left.delete(jobId);
  if (left.size === 0) removeEventListener('beforeunload', ask);
}

/** The browser asks whether to leave what is not saved. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();
