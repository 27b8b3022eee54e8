import {
  baseOf,
  hasOperatorFile,
  OPERATOR_FILE,
  toBaseAddress,
} from '../../contract/clients/base-address.ts';
import { APP_PREFIX, inApp } from '../../lib/addresses/app-base.ts';
import { storedSettings } from './stored-settings.ts';

/** The app's own base address. */
export const HOME = location.origin + APP_PREFIX;

interface Elsewhere {
  operators: string[];
  /** Addresses in the app's settings, for all pages and for this one. */
  stored: string[];
}

/**
 * The base URLs that are answered on this page: the page's own, the operator's file and the app's settings. Null if
 * any address may be meant: one of them cannot be read or, for a strict guard, none of them names anything. Settings that
 * are not stored may have been deleted with the site's data.
 */
export class KnownAddresses {
  readonly #isStrict: boolean;
  #reading: Promise<Elsewhere | null> | null = null;
  /** What was last read; null while it is unknown. */
  #last: Elsewhere | null = null;
  /** The last that were found in the settings. This page remembers them after they were deleted. */
  #lastStored: string[] = [];

  constructor({ isStrict = false } = {}) {
    this.#isStrict = isStrict;
    void this.read();
    new BroadcastChannel('earshot').addEventListener('message', ({ data }) => {
      if (data?.type !== 'settings-changed') return;
      this.#reading = null;
      void this.read();
    });
  }

  /** The same at once, as last read. */
  now(): string[] | null {
    const config = globalThis.earshotConfig;
    const ofPage = addressesIn(config, 'baseAddresses', HOME);
    if (!this.#last || !ofPage) return null;
    const named = [...this.#last.operators, ...this.#last.stored, ...ofPage];
    if (this.#isStrict && named.length === 0 && config === undefined) return null;
    return [HOME, ...named];
  }

  /** Whether the app's settings named the URL when they were last read. */
  remembers = (url: URL): boolean => baseOf(url.href, this.#lastStored) !== null;

  async read(): Promise<string[] | null> {
    this.#reading ??= this.#readElsewhere();
    this.#last = await this.#reading;
    // Another try with the next request.
    if (this.#last === null) this.#reading = null;
    return this.now();
  }

  async #readElsewhere(): Promise<Elsewhere | null> {
    try {
      const [file, settings] = await Promise.all([operatorsFile(), storedSettings()]);
      const stored = isRecord(settings) ? settings : {};
      const pages = isRecord(stored.page_clients) ? stored.page_clients[location.pathname] : undefined;
      const operators = addressesIn(file, 'baseAddresses', HOME);
      const ofApp = addressesIn(stored.clients, 'base_addresses', HOME);
      const ofPages = addressesIn(pages, 'base_addresses', HOME);
      if (!operators || !ofApp || !ofPages) return null;
      if (ofApp.length > 0) this.#lastStored = ofApp;
      return { operators, stored: [...this.#lastStored, ...ofPages] };
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
  const response = await fetch(inApp(OPERATOR_FILE), { cache: 'no-cache' });
  const text = await response.text();
  return hasOperatorFile(response, text) ? JSON.parse(text) : undefined;
}
