import type { Page } from 'playwright';

/** Adds uploads that no job uses, and deliveries that were made: as many of eight days ago as of six. */
export function addOldRows(page: Page, count: number): Promise<void> {
  return page.evaluate(async (each) => {
    const opening = indexedDB.open('earshot');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const stores = ['audio', 'audio-pieces', 'deliveries', 'delivery-bodies'];
    const transaction = opening.result.transaction(stores, 'readwrite');
    for (const days of [8, 6]) {
      const created_at = new Date(Date.now() - days * 24 * 3_600_000).toISOString();
      for (let number = 0; number < each; number++) {
        const id = crypto.randomUUID();
        transaction.objectStore('audio').put({
          id,
          key_id: 'app',
          filename: 'unused.wav',
          extension: 'wav',
          type: 'audio/wav',
          size: 4,
          audio_duration: 1,
          number_of_channels: 1,
          source: null,
          created_at,
        });
        transaction.objectStore('audio-pieces').put(new Uint8Array(4).buffer, [id, 0]);
        transaction.objectStore('deliveries').add({
          id: crypto.randomUUID(),
          job_id: crypto.randomUUID(),
          event: 'transcription.success',
          target: { kind: 'callback', webhook_id: null, url: 'https://receiver.example/', method: 'POST' },
          state: 'delivered',
          created_at,
          attempts: 1,
          next_attempt_at: created_at,
          last: { at: created_at, status: 200, message: 'Delivered: the receiver returned 200.' },
        });
      }
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    opening.result.close();
  }, count);
}
