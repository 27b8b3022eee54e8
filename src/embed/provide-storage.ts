import { useFrameWorkers } from './frame-worker.ts';
import { MemoryLocks } from './memory-locks.ts';

const PROBE = 'earshot-probe';

/**
 * Makes sure that this page has a place to keep things: the browser's, or where that is denied to a frame, its own memory
 * for as long as it is open. To be called before anything else touches storage.
 */
export async function provideStorage(): Promise<'persistent' | 'memory'> {
  if (await isAllowed()) return 'persistent';
  await import('./memory-database.ts');
  Object.defineProperty(navigator, 'locks', { value: new MemoryLocks(), configurable: true });
  useFrameWorkers();
  return 'memory';
}

/** Asked without a library: those remember the classes of the first database that they see. */
async function isAllowed(): Promise<boolean> {
  try {
    await openAndDelete();
    await navigator.locks.request(PROBE, { ifAvailable: true }, () => undefined);
    return true;
  } catch (error) {
    console.info(`This frame has no access to storage: ${String(error)}`);
    return false;
  }
}

function openAndDelete(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(PROBE, 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      opening.result.close();
      indexedDB.deleteDatabase(PROBE);
      resolve();
    };
  });
}
