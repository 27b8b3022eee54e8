import { answered } from '../lib/answered.ts';
import { useFrameWorkers } from './frame-worker.ts';
import { MemoryLocks } from './memory-locks.ts';

const PROBE = 'earshot-probe';

/** The browser's or, in a frame that is denied it, this page's memory. Call before anything else touches storage. */
export async function provideStorage(): Promise<'persistent' | 'memory'> {
  if (await isAllowed()) return 'persistent';
  await import('./memory-database.ts');
  Object.defineProperty(navigator, 'locks', { value: new MemoryLocks(), configurable: true });
  useFrameWorkers();
  return 'memory';
}

/** Checked without a library, because libraries cache the classes of the first database they see. */
async function isAllowed(): Promise<boolean> {
  try {
    await answered(openAndDelete, { what: 'opening its storage' });
    await answered(() => navigator.locks.request(PROBE, { ifAvailable: true }, () => undefined), {
      what: 'giving a lock',
    });
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
