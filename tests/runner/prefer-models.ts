import type { Page } from 'playwright';

/** Makes the app use these models, as its model list would: their ids by requested model. */
export async function preferModels(page: Page, preferred: Record<string, string>): Promise<void> {
  await page.evaluate(async (preferred) => {
    const opening = indexedDB.open('earshot');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const store = opening.result.transaction('settings', 'readwrite').objectStore('settings');
    const reading = store.get('settings');
    await new Promise((resolve, reject) => {
      reading.onsuccess = resolve;
      reading.onerror = reject;
    });
    const writing = store.put({ ...reading.result, preferred_models: preferred }, 'settings');
    await new Promise((resolve, reject) => {
      writing.onsuccess = resolve;
      writing.onerror = reject;
    });
    opening.result.close();
  }, preferred);
}
