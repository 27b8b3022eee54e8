import type { Page } from 'playwright';

/** Makes the app use these models, as its model list would: their ids by requested model. */
export const preferModels = (page: Page, preferred: Record<string, string>): Promise<void> =>
  changeSettings(page, { preferred_models: preferred });

/** Changes stored settings by their names. */
export async function changeSettings(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.evaluate(async (changed) => {
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
    const writing = store.put({ ...reading.result, ...changed }, 'settings');
    await new Promise((resolve, reject) => {
      writing.onsuccess = resolve;
      writing.onerror = reject;
    });
    opening.result.close();
  }, change);
}
