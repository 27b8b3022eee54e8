const DATABASE = 'earshot';
const STORE = 'settings';

/** What the app stored on this device, read without its library and without creating its database; undefined for nothing. */
export function storedSettings(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    let isNew = false;
    opening.onupgradeneeded = () => {
      isNew = true;
      opening.transaction?.abort();
    };
    opening.onerror = () => (isNew ? resolve(undefined) : reject(opening.error));
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      if (!database.objectStoreNames.contains(STORE)) {
        database.close();
        resolve(undefined);
        return;
      }
      const reading = database.transaction(STORE).objectStore(STORE).get('settings');
      reading.onsuccess = () => resolve(reading.result);
      reading.onerror = () => reject(reading.error);
      reading.transaction?.addEventListener('complete', () => database.close());
    };
  });
}
