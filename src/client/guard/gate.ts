import {
  baseOf,
  baseOfOpenAiAudio,
  longestBefore,
  mayBeOpenAi,
  mayBeServed,
  openAiBaseOf,
  plainAddress,
} from '../../contract/clients/base-address.ts';
import type { GreetingAnswer } from '../../contract/realms/page-greeting.ts';
import { relayTo } from '../../contract/realms/relay.ts';
import { SENT_FORM, type SentForm } from '../../contract/realms/sent-form.ts';
import { greet, underControl } from './control.ts';
import { HOME, KnownAddresses } from './known-addresses.ts';
import { meant } from './natives.ts';

/** Why a request was not sent. A TypeError, like every other failure to send one. */
export class Refusal extends TypeError {
  constructor(what: string, reason: string) {
    super(
      `${what} was not sent: Earshot answers it on this device, which is impossible now because ${reason}.`,
    );
  }
}

/**
 * How a request is sent: as it is to somebody else (`network`) or to this site (`worker`), or, if this device answers for another host, to the
 * service worker's relay. A worker that is deleted in this very moment leaves its requests to the network.
 */
export type Way = 'network' | 'worker' | 'relay';

export const addressOn = (way: Way, url: URL): string => (way === 'relay' ? relayTo(url) : url.href);

const NOT_NAMED =
  'no settings on this device name its address. They may have been deleted with the site’s data: enter it in the app (Settings, ' +
  'Existing clients), or name it in window.earshotConfig, which may also be empty: {}';

/** Where a request may be redirected to, no script can see. */
const UNSEEN =
  'it could be redirected there, and its service worker, which prevents that, does not control this page. Send it again in a moment';

const REDIRECTED =
  'its host redirects it, and no script can see where. Call the address that it is redirected to';

const NEW_WINDOW = 'it would run in another window';

const FETCH_ALONE = 'of requests in OpenAI’s wire it serves only those of fetch';

/** Holds what Earshot answers. The service worker is asked each time: it and the settings can be deleted meanwhile. */
export class Gate {
  readonly #known: KnownAddresses;
  readonly #isStrict: boolean;

  /** @param isStrict whether a page for which nothing names any address may send nothing to `/v2` */
  constructor({ isStrict = false } = {}) {
    this.#isStrict = isStrict;
    this.#known = new KnownAddresses({ isStrict });
  }

  /** Whether other addresses than this site's own may be answered here. */
  isSetUp(): boolean {
    return this.#known.now()?.every((base) => base === HOME) !== true;
  }

  /** Whether a request must be held. Decided at once, so also for addresses that later turn out to be nobody's. */
  holds(address: string | URL): URL | null {
    const url = meant(address);
    if (!url || !mayBeServed(url)) return null;
    const bases = this.#known.now();
    return bases && baseOf(url.href, bases) === null ? null : url;
  }

  /** The address of a live session's socket, or of one of OpenAI's wire, that is served here, or may be; null for all others. */
  holdsLive(address: string | URL): URL | null {
    const url = meant(address);
    if (!url || !/\/v(2\/live|1\/realtime)\/?$/.test(new URL(plainAddress(url)).pathname)) return null;
    const page = url.href.replace(/^ws/, 'http');
    return this.holds(page) ?? this.holdsOpenAi(page);
  }

  /** Resolves when a connection may be served here, with whether it is of OpenAI's wire. Throws Refusal, or Error if not. */
  async passLive(url: URL): Promise<boolean> {
    if (mayBeServed(url)) await this.pass(url);
    else if (await this.passOpenAi(url)) return true;
    if (this.holds(url)) return false;
    throw new Error(`No settings on this device name ${url.origin}. Open the connection again.`);
  }

  /** The same for a request of OpenAI's wire, which this page answers itself. */
  holdsOpenAi(address: string | URL): URL | null {
    const url = meant(address);
    if (!url || !mayBeOpenAi(url)) return null;
    const bases = this.#known.now();
    return bases && openAiBaseOf(url, bases) === null ? null : url;
  }

  /** The base URL of OpenAI's wire for a request, null if it is for somebody else. Throws a Refusal if it must never be sent. */
  async passOpenAi(url: URL): Promise<string | null> {
    const bases = await this.#known.read();
    if (bases) return openAiBaseOf(url, bases);
    const base = baseOfOpenAiAudio(url);
    if (base === null) return null;
    const asked = `${base}/v2`;
    const { elsewhere, isSetUp } = await this.#ask(requestTo(url), [asked]);
    if (elsewhere.length === 0) return base;
    if (this.#known.remembers(new URL(asked)) || (this.#isStrict && !isSetUp))
      throw new Refusal(requestTo(url), NOT_NAMED);
    return null;
  }

  /** The same for a request that only `fetch` could have answered. */
  async passUnanswered(url: URL): Promise<Way> {
    if ((await this.passOpenAi(url)) !== null) throw new Refusal(requestTo(url), FETCH_ALONE);
    return 'network';
  }

  /** For what no service worker sees, at an address that may be answered here; `hasBody` where a redirect would resend one. */
  refuse(address: string | URL, reason: string, hasBody = false): void {
    const isRedirectable = hasBody && this.mayRedirect(address);
    const url = isRedirectable ? meant(address) : (this.holds(address) ?? this.#meansOpenAi(address));
    if (url) throw new Refusal(requestTo(url), reason);
  }

  /** Throws a Refusal for a script in an address that would run in a new window, which nothing guards yet. */
  refuseScript({ protocol, pathname }: URL, target: string): void {
    if (protocol !== 'javascript:' || !this.isSetUp()) return;
    const named = target || document.querySelector<HTMLBaseElement>('base[target]')?.target || '';
    if (!/^(_self|_parent|_top)?$/i.test(named)) throw new Refusal(`The script ${pathname}`, NEW_WINDOW);
  }

  /** Announces a form that this site could redirect there. Throws a Refusal before the worker controls the page. */
  announceForm(url: URL): void {
    if (!this.mayRedirect(url)) return;
    const worker = navigator.serviceWorker?.controller;
    if (!worker) {
      void underControl().catch(console.warn);
      throw new Refusal(requestTo(url), UNSEEN);
    }
    const { origin, pathname, search } = url;
    worker.postMessage({ type: SENT_FORM, address: origin + pathname + search } satisfies SentForm);
  }

  /** Whether what is sent to this site could be redirected to an address that is answered here. */
  mayRedirect(address: string | URL): boolean {
    return this.isSetUp() && meant(address)?.origin === location.origin;
  }

  /**
   * Sends a request for somebody else without its being redirected to an address that is answered here: what is sent to this site is
   * redirected within it alone, and what is sent elsewhere is not redirected at all.
   */
  async send(native: typeof fetch, request: Request): Promise<Response> {
    const { method, mode, redirect, url } = request;
    if (/^(GET|HEAD)$/.test(method) || redirect !== 'follow' || !this.isSetUp()) return native(request);
    if (this.mayRedirect(url)) return native(request, { mode: 'same-origin' });
    // The browser cannot send one of these otherwise.
    if (mode === 'no-cors') return native(request);
    const response = await native(request, { redirect: 'manual' });
    if (response.type === 'opaqueredirect') throw new Refusal(requestTo(new URL(url)), REDIRECTED);
    return response;
  }

  /** Resolves once the service worker sees that a request to this site is not redirected there. Throws a Refusal if it cannot. */
  async passSeen(url: URL): Promise<Way> {
    await this.#known.read();
    if (!this.isSetUp()) return 'network';
    await this.#ask(requestTo(url), []);
    return 'worker';
  }

  /** The same for a connection, which is also refused to all of a host that is named without a path. */
  refuseConnection(address: string | URL, reason: string): void {
    const url = meant(address);
    if (!url) return;
    const page = new URL(url.href.replace(/^ws/, 'http'));
    const others = this.#known.now()?.filter((base) => base !== HOME) ?? [];
    if (this.holds(page) || longestBefore(page, others) !== null)
      throw new Refusal(`The request for a connection to ${url.host}${url.pathname}`, reason);
  }

  /** The same, but of addresses that may be anybody's only one that takes recordings. */
  #meansOpenAi(address: string | URL): URL | null {
    const url = this.holdsOpenAi(address);
    return url && (this.#known.now() ?? baseOfOpenAiAudio(url)) ? url : null;
  }

  /** Resolves with the way of a held request as soon as it may be sent. Throws a Refusal if it must never be. */
  async pass(url: URL): Promise<Way> {
    const bases = await this.#known.read();
    if (bases && baseOf(url.href, bases) === null) return 'network';
    const { elsewhere, isSetUp, relays } = await this.#ask(requestTo(url), [url.href]);
    if (elsewhere.length === 0) return relays && url.origin !== location.origin ? 'relay' : 'worker';
    // Where this page could not read what is configured, the worker's word counts, but not against what was read before.
    if (bases || this.#known.remembers(url) || (this.#isStrict && !isSetUp))
      throw new Refusal(requestTo(url), NOT_NAMED);
    return 'network';
  }

  /** The same for a worker of the page, whose requests nobody can hold. Resolves with the service worker in control, if any. */
  async passWorker(script: URL): Promise<ServiceWorker | null> {
    const what = `A request of the worker ${script.pathname}`;
    const bases = await this.#known.read();
    const isNothingConfigured = bases?.every((base) => base === HOME);
    try {
      const { elsewhere, isSetUp } = await this.#ask(what, bases?.map((base) => `${base}/v2`) ?? []);
      if (elsewhere.length > 0 || (!bases && this.#isStrict && !isSetUp)) throw new Refusal(what, NOT_NAMED);
      return navigator.serviceWorker.controller;
    } catch (error) {
      if (!isNothingConfigured) throw error;
      return null;
    }
  }

  /** Resolves with the answer of the worker in control, once there is one. */
  async #ask(what: string, addresses: string[]): Promise<GreetingAnswer> {
    try {
      const worker = await underControl();
      // As it is now: it may be set after the guard has run.
      const config = JSON.stringify(globalThis.earshotConfig);
      return await greet(worker, {
        type: 'earshot-page',
        addresses,
        ...(config !== undefined && { config: JSON.parse(config) }),
      });
    } catch (error) {
      throw new Refusal(what, error instanceof Error ? error.message : String(error));
    }
  }
}

const requestTo = ({ origin, pathname }: URL) => `The request to ${origin}${pathname}`;
