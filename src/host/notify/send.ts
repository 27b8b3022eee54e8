import { inEnglish } from '../../lib/errors/msg.ts';
import { egressFetch } from '../../network/egress-fetch.ts';
import { knownReason } from '../../network/server-fetch.ts';
import { unreachable } from '../../storage/settings/ensure-reachable.ts';

/** Identifies the delivery; the same for every attempt. */
export const DELIVERY_HEADER = 'x-earshot-delivery';
/** HMAC-SHA256 of the body, if a secret is set. */
export const SIGNATURE_HEADER = 'x-earshot-signature';

export interface Sending {
  id: string;
  url: string;
  method: 'POST' | 'PUT';
  body: string;
  secret: string | null;
}

export interface Answer {
  /** `refused` is final; `failed` can be retried. */
  outcome: 'delivered' | 'failed' | 'refused';
  /** Response status; null if there was no response. */
  status: number | null;
  /** For people. */
  message: string;
}

/** Makes one attempt. Never throws: a failure is a result too. */
export async function sendDelivery(
  { id, url, method, body, secret }: Sending,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const headers = new Headers({ 'content-type': 'application/json', [DELIVERY_HEADER]: id });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const forbidden = await unreachable(url);
    if (forbidden !== null) {
      return { outcome: 'refused', status: null, message: `Nothing was sent: ${inEnglish(forbidden)}.` };
    }
    if (secret !== null) headers.set(SIGNATURE_HEADER, await signBody(body, secret));
    const sent = {
      method,
      headers,
      body,
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      // A redirected POST may arrive as a GET without its body.
      redirect: 'manual',
      signal: AbortSignal.any([timeout, signal]),
    } as const;
    const response = await egressFetch(url, sent, { reason: 'delivery', about: id });
    // What the receiver says beside its status does not matter, not even if it never ends or is cut off.
    response.body?.cancel().catch((error: unknown) => console.info(String(error)));
    return judge(response);
  } catch (error) {
    const reason = knownReason(error);
    if (reason) return { outcome: 'failed', status: null, message: reason.message };
    // Browsers deliberately give scripts no more than this.
    return { outcome: 'failed', status: null, message: reasonFor(timeout, timeoutMs) };
  }
}

function judge({ ok, status, type }: Response): Answer {
  if (ok) return { outcome: 'delivered', status, message: `Delivered: the receiver returned ${status}.` };
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const message = 'The receiver returned a redirect, which is not followed. Enter its final URL.';
    return { outcome: 'failed', status: status || null, message };
  }
  if (status === 410) {
    return { outcome: 'refused', status, message: 'The receiver returned 410: it accepts no more events.' };
  }
  return { outcome: 'failed', status, message: `The receiver returned ${status}.` };
}

function reasonFor(timeout: AbortSignal, timeoutMs: number): string {
  if (timeout.aborted) return `The receiver did not respond within ${timeoutMs / 1000} seconds.`;
  if (navigator.onLine === false) return 'This device was offline or the receiver could not be reached.';
  return 'The receiver does not allow this site (CORS) or could not be reached.';
}

/** `sha256=` and the HMAC-SHA256 (RFC 2104) of the body in hexadecimal, both as UTF-8. */
async function signBody(body: string, secret: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(body)));
  return `sha256=${Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
