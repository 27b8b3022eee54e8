import { baseOf, mayBeServed } from '../../contract/base-address.ts';
import { controller, greet, underControl } from './control.ts';
import { KnownAddresses } from './known-addresses.ts';

/** Why a request was not sent. A TypeError, like every other failure to send one. */
export class Refusal extends TypeError {
  constructor(what: string, reason: string) {
    super(
      `${what} was not sent: Earshot answers it on this device, which is impossible now because ${reason}.`,
    );
  }
}

/** Decides what may leave this page: nothing that Earshot answers, before its service worker controls the page. */
export class Gate {
  readonly #known: KnownAddresses;
  #control: Promise<ServiceWorker> | null = null;
  /** The configuration that the worker has confirmed, as JSON. */
  #confirmed: string | undefined;

  constructor(known = new KnownAddresses()) {
    this.#known = known;
  }

  /** Whether the worker sees and understands every request of this page: nothing needs to be held any more. */
  isOpen(): boolean {
    return controller() !== null && written() === this.#confirmed;
  }

  /** Whether a request must be held. Decided at once, so also for addresses that later turn out to be nobody's. */
  holds(address: string | URL): URL | null {
    if (this.isOpen() || !URL.canParse(address, document.baseURI)) return null;
    const url = new URL(address, document.baseURI);
    return mayBeServed(url) ? url : null;
  }

  /** Throws a Refusal for a synchronous request to what may be answered here: browsers show it to no service worker. */
  refuseSynchronous(address: string | URL): void {
    if (!URL.canParse(address, document.baseURI)) return;
    const url = new URL(address, document.baseURI);
    const bases = this.#known.now();
    if (!mayBeServed(url) || (bases && baseOf(url.href, bases) === null)) return;
    const reason = 'no service worker sees a synchronous request. Send it asynchronously';
    throw new Refusal(requestTo(url), reason);
  }

  /** Resolves as soon as a held request may be sent. Throws a Refusal if it must never be. */
  async pass(url: URL): Promise<void> {
    const bases = await this.#known.read();
    if (bases && baseOf(url.href, bases) === null) return;
    await this.#open(requestTo(url));
  }

  /** The same for a worker of the page, whose requests nobody can hold. */
  async passWorker(script: URL): Promise<void> {
    try {
      await this.#open(`A request of the worker ${script.pathname}`);
    } catch (error) {
      const bases = await this.#known.read();
      const isNothingConfigured = bases?.every((base) => base === location.origin);
      if (!isNothingConfigured) throw error;
    }
  }

  async #open(what: string): Promise<void> {
    try {
      this.#control ??= underControl();
      const worker = await this.#control;
      const config = written();
      if (config === this.#confirmed) return;
      await greet(controller() ?? worker, {
        type: 'earshot-page',
        ...(config !== undefined && { config: JSON.parse(config) }),
      });
      this.#confirmed = config;
    } catch (error) {
      // Another try with the next request.
      this.#control = null;
      throw new Refusal(what, error instanceof Error ? error.message : String(error));
    }
  }
}

const requestTo = ({ origin, pathname }: URL) => `The request to ${origin}${pathname}`;

/** The page's configuration as it is now: it may be set after the guard has run. */
const written = (): string | undefined => JSON.stringify(globalThis.earshotConfig);
