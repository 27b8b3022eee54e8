import { relayTo } from '../../contract/realms/relay.ts';
import { inApp } from '../../lib/addresses/app-base.ts';
import { type Gate, Refusal } from './gate.ts';
import { namedAs, relayed, rememberForms, sentBy, WORKER_ALONE } from './relayed-request.ts';
import { copyOf, snapshot } from './snapshot.ts';

/** Loaded when first needed: most pages never use it. */
const OPENAI_SCRIPT = '/openai.js';

const UNREADABLE = 'this browser lets no script read its body. Give the form to fetch itself';

/** Lets `fetch` hold what the gate holds; aborting a held request rejects it at once. */
export function guardFetch(gate: Gate): void {
  const send = globalThis.fetch;
  rememberForms();

  async function hold(url: URL, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    // Takes the body as it is now.
    const request = new Request(input, init);
    const body = init?.body instanceof ReadableStream ? null : snapshot(init?.body ?? null);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    const way = await untilAborted(gate.pass(url), request.signal);
    if (way === 'network') return gate.send(send, request);
    if (way === 'worker') return send(request, WORKER_ALONE);
    const sent = body === null ? await sentBy(request) : { body, headers };
    if (!sent) throw new Refusal(`The request to ${url.origin}${url.pathname}`, UNREADABLE);
    return namedAs(url.href, await send(relayTo(url), relayed(request, sent)));
  }

  async function answerHere(url: URL, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const form = init?.body instanceof FormData ? copyOf(init.body) : undefined;
    const base = await untilAborted(gate.passOpenAi(url), request.signal);
    if (base === null) return gate.send(send, request);
    const { answerOpenAi } = await openAiScript();
    return untilAborted(answerOpenAi(request, base, form), request.signal);
  }

  const sendElsewhere = async (...given: Parameters<typeof send>) => gate.send(send, new Request(...given));

  globalThis.fetch = function fetch(...given: Parameters<typeof send>): Promise<Response> {
    const [input] = given;
    // Not by its class: a request may have been made in a frame.
    const address = typeof input === 'object' && input && 'url' in input ? input.url : input;
    const url = gate.holds(address);
    if (url) return hold(url, ...given);
    const openAi = gate.holdsOpenAi(address);
    if (openAi) return answerHere(openAi, ...given);
    const [, init] = given;
    const method = init?.method ?? (typeof input === 'object' && 'method' in input ? input.method : 'GET');
    return gate.isSetUp() && !/^(GET|HEAD)$/i.test(method)
      ? sendElsewhere(...given)
      : Reflect.apply(send, globalThis, given);
  };
}

async function openAiScript(): Promise<typeof import('../openai/answer-openai.ts')> {
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
