import type { Page } from '@playwright/test';

/** Audio and weights: bytes in which a text search is meaningless. */
const BYTES = ['audio-bytes', 'audio-pieces', 'model-chunks', 'model-pieces'];

/** Every record of every store as one text, except recordings and models. */
export const storedText = (page: Page): Promise<string> =>
  page.evaluate(async (bytes) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('earshot');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    /** Kept versions of a transcript are packed: their bytes as the text that was packed. */
    const unpacked = async (record: unknown): Promise<unknown> => {
      if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
      const entries = Object.entries(record).map(async ([key, value]) => {
        if (!(value instanceof ArrayBuffer || value instanceof Blob)) return [key, value];
        const text = new Blob([value]).stream().pipeThrough(new DecompressionStream('gzip'));
        return [key, await new Response(text).text()];
      });
      return Object.fromEntries(await Promise.all(entries));
    };
    const readable = (_key: string, value: unknown): unknown => {
      // Results are stored as the bytes of their JSON.
      if (value instanceof Uint8Array) return new TextDecoder().decode(value);
      // JSON would write them as {} and hide their content.
      if (
        value instanceof Blob ||
        value instanceof ArrayBuffer ||
        value instanceof Map ||
        value instanceof Set
      )
        throw new Error('A store holds what this search cannot read.');
      return value;
    };
    const stores = [...db.objectStoreNames].filter((name) => !bytes.includes(name));
    const records = await Promise.all(
      stores.map((name) =>
        new Promise<unknown[]>((resolve, reject) => {
          const request = db.transaction(name).objectStore(name).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        }).then((all) => Promise.all(all.map(unpacked))),
      ),
    );
    db.close();
    return JSON.stringify(records, readable);
  }, BYTES);
