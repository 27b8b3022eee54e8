import { OPERATOR_FILE, toBaseAddress } from '../../contract/base-address.ts';

const DATABASE = 'earshot';
const STORE = 'settings';

/**
 * The base URLs that are answered on this page: the page's own, the operator's file and the app's settings. Null if
 * one of them cannot be read: any address may be meant then.
 */
export class KnownAddresses {
  readonly #home = location.origin;
  #elsewhere: Promise<string[] | null> | null = null;
  /** What was last read; null while it is unknown. */
  #last: string[] | null = null;

  constructor() {
    void this.read();
    new BroadcastChannel('earshot').addEventListener('message', ({ data }) => {
      if (data?.type !== 'settings-changed') return;
      this.#elsewhere = null;
      void this.read();
    });
  }

  /** The same at once, as last read. */
  now(): string[] | null {
    const ofPage = addressesIn(globalThis.earshotConfig, 'baseAddresses', this.#home);
    return this.#last && ofPage && [this.#home, ...this.#last, ...ofPage];
  }

  async read(): Promise<string[] | null> {
    this.#elsewhere ??= this.#readElsewhere();
    this.#last = await this.#elsewhere;
    // Another try with the next request.
    if (this.#last === null) this.#elsewhere = null;
    return this.now();
  }

  async #readElsewhere(): Promise<string[] | null> {
    try {
      const [file, settings] = await Promise.all([operatorsFile(), storedSettings()]);
      const stored = isRecord(settings) ? settings : {};
      const pages = isRecord(stored.page_clients) ? stored.page_clients[location.pathname] : undefined;
      const parts = [
        addressesIn(file, 'baseAddresses', this.#home),
        addressesIn(stored.clients, 'base_addresses', this.#home),
        addressesIn(pages, 'base_addresses', this.#home),
      ];
      return parts.every((part) => part !== null) ? parts.flat() : null;
    } catch (error) {
      console.warn('The addresses that Earshot answers could not be read.', error);
      return null;
    }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The list in `settings[field]`, completed; none if it is absent, null if it is wrong. */
function addressesIn(settings: unknown, field: string, home: string): string[] | null {
  if (settings === undefined) return [];
  if (!isRecord(settings)) return null;
  const list = settings[field] ?? [];
  if (!Array.isArray(list)) return null;
  const found = list.map((text: unknown) => (typeof text === 'string' ? toBaseAddress(text, home) : null));
  return found.every((address) => address !== null) ? found : null;
}

async function operatorsFile(): Promise<unknown> {
  const response = await fetch(OPERATOR_FILE, { cache: 'no-cache' });
  if (response.status >= 500) throw new Error(`${OPERATOR_FILE}: ${response.status}`);
  const isPage = response.headers.get('content-type')?.includes('text/html');
  return response.ok && !isPage ? response.json() : undefined;
}

/** What the app stored on this device, read without its library and without creating its database. */
function storedSettings(): Promise<unknown> {
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
