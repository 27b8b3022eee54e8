import { relayTo } from '../../contract/realms/relay.ts';
import { inApp } from '../../lib/addresses/app-base.ts';
import { type Gate, Refusal } from './gate.ts';
import { readTarget } from './natives.ts';
import { namedAs, relayed, rememberForms, sentBy, WORKER_ALONE } from './relayed-request.ts';
import { copyOf, snapshot } from './snapshot.ts';

/** Loaded when first needed: most pages never use it. */
const OPENAI_SCRIPT = '/openai.js';

const UNREADABLE = 'this browser lets no script read its body. Give the form to fetch itself';

/** Lets `fetch` hold what the gate holds; aborting a held request rejects it at once. */
export function guardFetch(gate: Gate): void {
  const send = globalThis.fetch;
  rememberForms();
  // As they are now: a page may have classes of its own in their place.
  const { Request, Headers } = globalThis;

  async function hold(url: URL, request: Request, input: unknown, init?: RequestInit): Promise<Response> {
    const body = init?.body instanceof ReadableStream ? null : snapshot(init?.body ?? null);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    const way = await untilAborted(gate.pass(url), request.signal);
    if (way === 'network') return gate.send(send, request);
    if (way === 'worker') return send(request, WORKER_ALONE);
    const sent = body === null ? await sentBy(request) : { body, headers };
    if (!sent) throw new Refusal(`The request to ${url.origin}${url.pathname}`, UNREADABLE);
    return namedAs(url.href, await send(relayTo(url), relayed(request, sent)));
  }

  async function answerHere(url: URL, request: Request, init?: RequestInit): Promise<Response> {
    const form = init?.body instanceof FormData ? copyOf(init.body) : undefined;
    const base = await untilAborted(gate.passOpenAi(url), request.signal);
    if (base === null) return gate.send(send, request);
    const { answerOpenAi } = await openAiScript();
    return untilAborted(answerOpenAi(request, base, form), request.signal);
  }

  globalThis.fetch = async function fetch(...given: Parameters<typeof send>): Promise<Response> {
    const [input, init] = given;
    // Takes everything as it is now. What is sent is what was judged.
    const request = new Request(input, init);
    const { address } = readTarget(request);
    const url = gate.holds(address);
    if (url) return hold(url, request, input, init);
    const openAi = gate.holdsOpenAi(address);
    return openAi ? answerHere(openAi, request, init) : gate.send(send, request);
  };
}

export async function openAiScript(): Promise<typeof import('../openai/answer-openai.ts')> {
  try {
    return await import(/* @vite-ignore */ new URL(inApp(OPENAI_SCRIPT), location.origin).href);
  } catch (error) {
    throw new Refusal('The request', `${OPENAI_SCRIPT} could not be loaded (${String(error)})`);
  }
}

async function untilAborted<T>(held: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([held, aborted]);
}
