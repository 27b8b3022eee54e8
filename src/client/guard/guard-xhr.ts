import { addressOn, type Gate, type Way } from './gate.ts';
import { meant } from './natives.ts';
import { snapshot } from './snapshot.ts';

type OpenArguments = [
  method: string,
  address: string,
  isAsync?: boolean,
  user?: string | null,
  password?: string | null,
];

interface Opening {
  given: OpenArguments;
  headers: [name: string, value: string][];
}

const SYNCHRONOUS = 'no service worker sees a synchronous request. Send it asynchronously';

/** Lets XMLHttpRequest hold what the gate holds. A synchronous request is refused. */
export function guardXhr(gate: Gate): void {
  const own = XMLHttpRequest.prototype;
  const { open, setRequestHeader, send, abort } = own;
  const openings = new WeakMap<XMLHttpRequest, Opening>();
  /** The held send of each request; another one, or none, means that it was aborted or opened again. */
  const held = new WeakMap<XMLHttpRequest, symbol>();
  /** The addresses for which the relay answers. */
  const relayed = new WeakMap<XMLHttpRequest, string>();

  /** Ends a request as the browser ends one that never reached a server, with all its events. */
  function fail(request: XMLHttpRequest): void {
    const nowhere = URL.createObjectURL(new Blob());
    URL.revokeObjectURL(nowhere);
    Reflect.apply(open, request, ['GET', nowhere, true]);
    Reflect.apply(send, request, []);
  }

  function refuse(address: string, isRedirectable: boolean): void {
    try {
      gate.refuse(address, SYNCHRONOUS, isRedirectable);
    } catch (error) {
      throw new DOMException(error instanceof Error ? error.message : String(error), 'NetworkError');
    }
  }

  /** Settles with its way as soon as a request may be sent, or never may; null for one that is not held. */
  function passingOf(address: string, isRedirectable: boolean): Promise<Way> | null {
    const url = gate.holds(address);
    if (url) return gate.pass(url);
    const openAi = gate.holdsOpenAi(address);
    if (openAi) return gate.passUnanswered(openAi);
    return isRedirectable ? gate.passSeen(new URL(address)) : null;
  }

  /** Firefox decides at `open` whether a service worker sees a request. */
  function openAgain(request: XMLHttpRequest, { given, headers }: Opening, way: Way): void {
    const [method, address] = given;
    const url = new URL(address);
    if (way === 'relay') relayed.set(request, url.href);
    Reflect.apply(open, request, way === 'relay' ? [method, addressOn(way, url)] : given);
    for (const header of headers) Reflect.apply(setRequestHeader, request, header);
  }

  async function hold(
    request: XMLHttpRequest,
    opening: Opening,
    passing: Promise<Way>,
    body: unknown,
  ): Promise<void> {
    const ticket = Symbol('held request');
    held.set(request, ticket);
    const way = await passing.catch((refusal: unknown) => {
      console.error(refusal);
      return null;
    });
    if (held.get(request) !== ticket) return;
    held.delete(request);
    if (way === null) return fail(request);
    openAgain(request, opening, way);
    Reflect.apply(send, request, [body]);
  }

  const responseUrl = Object.getOwnPropertyDescriptor(own, 'responseURL')?.get;
  Object.defineProperty(own, 'responseURL', {
    configurable: true,
    enumerable: true,
    get(this: XMLHttpRequest) {
      const address = responseUrl && Reflect.apply(responseUrl, this, []);
      return address && (relayed.get(this) ?? address);
    },
  });
  Object.assign(own, {
    open(this: XMLHttpRequest, ...[method, address, ...others]: OpenArguments): void {
      const text = String(address);
      // As the browser understands it now.
      const given: OpenArguments = [String(method), meant(text)?.href ?? text, ...others];
      Reflect.apply(open, this, given);
      held.delete(this);
      relayed.delete(this);
      openings.set(this, { given, headers: [] });
    },
    setRequestHeader(this: XMLHttpRequest, name: string, value: string): void {
      Reflect.apply(setRequestHeader, this, [name, value]);
      openings.get(this)?.headers.push([name, value]);
    },
    send(this: XMLHttpRequest, body?: unknown): void {
      const opening = openings.get(this);
      if (!opening) {
        Reflect.apply(send, this, [body]);
        return;
      }
      const [method, address] = opening.given;
      const isRedirectable = body != null && !/^(GET|HEAD)$/i.test(method) && gate.mayRedirect(address);
      // `undefined` given as the third argument means synchronous.
      const isAsync = opening.given.length < 3 || Boolean(opening.given[2]);
      if (!isAsync) refuse(address, isRedirectable);
      const passing = isAsync ? passingOf(address, isRedirectable) : null;
      if (passing) void hold(this, opening, passing, snapshot(body));
      else Reflect.apply(send, this, [body]);
    },
    abort(this: XMLHttpRequest): void {
      // What was never sent is aborted without an event, unlike what its sender believes to be under way.
      if (held.delete(this)) fail(this);
      Reflect.apply(abort, this, []);
    },
  });
}
