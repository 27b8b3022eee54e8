import { withBody } from '../lib/bytes/with-body.ts';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import { deployedClients, getSettings } from '../storage/settings/settings-store.ts';
import { completeEgress, type EgressReason, noteEgress } from './egress-store.ts';
import { serverFetch } from './server-fetch.ts';

export interface Egress {
  reason: Exclude<EgressReason, 'retention'>;
  /** What it is about, for people: the model's title, the file's name. */
  about: string;
  /** The response to an earlier request for the same file: both are one entry of the ledger. */
  partOf?: Response | undefined;
}

/** Entries of responses whose bytes the reader counts. */
const noted = new WeakMap<Response, number>();

/** Notes how many bytes of a recording arrived, over all responses that are one entry. */
export async function noteReceived(response: Response, received: number): Promise<void> {
  const key = noted.get(response);
  if (key !== undefined) await completeEgress(key, { received }).catch(console.warn);
}

const CODES = {
  model: 'remote_model',
  recording: 'remote_audio',
  delivery: 'remote_audio',
  pool: 'remote_audio',
} as const;

/**
 * `fetch` for what leaves the app's origin: every such request goes through here, is refused if the network is switched
 * off, and is noted with its host, time and bytes. Requests to the app's own origin pass unnoted.
 *
 * @throws AppError 502 if the network is switched off; whatever `fetch` throws
 */
export async function egressFetch(
  address: URL | string,
  init: RequestInit,
  { reason, about, partOf }: Egress,
): Promise<Response> {
  const url = new URL(address, globalThis.location?.href);
  if (url.origin === globalThis.location?.origin) return fetch(url, init);
  if ((await getSettings()).no_network) {
    throw new AppError(
      CODES[reason],
      msg`Nothing was sent to ${url.host}: the network is switched off in the settings.`,
    );
  }
  const byServer = reason === 'recording' || reason === 'delivery';
  const send = byServer && (await deployedClients())?.server_fetches ? serverFetch : fetch;
  if (partOf && noted.has(partOf)) return send(url, init);
  const key = await noteEgress({
    at: new Date().toISOString(),
    host: url.host,
    method: init.method ?? 'GET',
    reason,
    about,
    sent: sizeOf(init.body),
    received: 0,
    status: null,
  });
  const response = await send(url, init);
  const last = response.redirected ? new URL(response.url).host : null;
  // It has been sent: a ledger that is full must not have it sent again.
  await completeEgress(key, { status: response.status, led_to: last }).catch(console.warn);
  if (reason === 'recording') {
    noted.set(response, key);
    return response;
  }
  return counted(response, (received) => completeEgress(key, { received }).catch(console.warn));
}

function sizeOf(body: RequestInit['body']): number {
  if (typeof body === 'string') return new TextEncoder().encode(body).byteLength;
  return body instanceof Blob ? body.size : 0;
}

/** The same response, whose body is counted when it has ended in whatever way. */
function counted(response: Response, ended: (bytes: number) => void): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
  let received = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          ended(received);
          controller.close();
          return;
        }
        received += value.byteLength;
        controller.enqueue(value);
      } catch (error) {
        ended(received);
        controller.error(error);
      }
    },
    async cancel(reason) {
      ended(received);
      await reader.cancel(reason);
    },
  });
  return withBody(response, body);
}
