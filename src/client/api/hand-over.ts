import {
  HANDED_FORM,
  type HandedForm,
  type HandedResponse,
  handedRequest,
} from '../../contract/jobs/handed-form.ts';
import { mayHaveBody } from '../../lib/bytes/with-body.ts';

/** How long the worker may take to say that it took a form: it may have to start. */
const PATIENCE_MS = 10_000;
/** How long a response may be on its way after the worker has let go of its lock. */
const LATE_MS = 5_000;

/** As `fetch`, but forms are passed by reference: WebKit keeps a sent one in memory three times before the worker has it. */
export const handOver: typeof fetch = async (input, init) => {
  const worker = navigator.serviceWorker.controller;
  if (!(init?.body instanceof FormData) || input instanceof Request || !worker) return fetch(input, init);
  const lock = `earshot-form-${crypto.randomUUID()}`;
  const handed = handedRequest(new URL(input, location.href).href, init, init.body);
  const answer = await ask(worker, { type: HANDED_FORM, lock, ...handed }, init.signal);
  return answer ? new Response(mayHaveBody(answer.status) ? answer.body : null, answer) : fetch(input, init);
};

/** Resolves with null if the worker does not take the form, like one of an older version. */
async function ask(
  worker: ServiceWorker,
  form: HandedForm,
  signal: AbortSignal | null | undefined,
): Promise<HandedResponse | null> {
  signal?.throwIfAborted();
  const { locks } = navigator;
  const { port1: port, port2 } = new MessageChannel();
  const over = new AbortController();
  const waiting = new Promise<HandedResponse | null>((resolve, reject) => {
    const give = (end: () => void) => {
      port.postMessage('abort');
      end();
    };
    signal?.addEventListener('abort', () => give(() => reject(signal.reason)), { signal: over.signal });
    const timer = setTimeout(() => give(() => resolve(null)), PATIENCE_MS);
    const lost = () => reject(new TypeError('The service worker was ended before it answered.'));
    port.onmessage = ({ data }: MessageEvent<HandedResponse | null>) => {
      clearTimeout(timer);
      if (data) resolve(data);
      else
        locks
          .request(form.lock, { signal: over.signal }, () => setTimeout(lost, LATE_MS))
          .catch(() => undefined);
    };
  });
  worker.postMessage(form, [port2]);
  try {
    return await waiting;
  } finally {
    over.abort();
    port.close();
  }
}
