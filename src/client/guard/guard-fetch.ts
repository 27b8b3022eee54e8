import type { Gate } from './gate.ts';

/** Lets `fetch` hold what the gate holds; aborting a held request rejects it at once. */
export function guardFetch(gate: Gate): void {
  const send = globalThis.fetch;

  async function hold(url: URL, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    // Takes the body as it is now.
    const request = new Request(input, init);
    await untilAborted(gate.pass(url), request.signal);
    return send(request);
  }

  globalThis.fetch = function fetch(...given: Parameters<typeof send>): Promise<Response> {
    const [input] = given;
    const url = gate.holds(input instanceof Request ? input.url : input);
    return url ? hold(url, ...given) : Reflect.apply(send, globalThis, given);
  };
}

async function untilAborted(held: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await Promise.race([held, aborted]);
}
