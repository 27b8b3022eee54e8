import { noBrokerAnswers } from '../../contract/realms/pool-view.ts';
import type { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { egressFetch } from '../../network/egress-fetch.ts';

/** Time limit, as long as the broker's own. */
const MOST_MS = 10_000;

/**
 * Why this device is not in its pool. A connection that a browser refuses does not say whether the certificate or the origin was the reason:
 * that is tried out. A page of https may not ask without encryption, and so finds out about origins alone.
 */
export async function whyNotIn(failure: AppError, address: string): Promise<Message> {
  const isAway = failure.text.text === noBrokerAnswers('').text;
  return (isAway && (await whyNoBroker(address))) || failure.whole;
}

async function whyNoBroker(address: string): Promise<Message | null> {
  const url = address.split(',')[0]?.trim().replace(/^ws/, 'http') ?? '';
  if (await answers(url))
    return msg`The broker at ${address} refuses pages of ${location.origin}: add that to allowed_origins in its configuration. \
nats-server keeps one origin for each host name.`;
  // A server that expects encryption answers a request without it, too.
  if (
    url.startsWith('https:') &&
    (await answers(url.replace(/^https/, 'http').replace(/(?<=\/\/[^/:]+)(?=\/|$)/, ':443')))
  )
    return msg`This browser does not trust the certificate of the broker at ${address}: \
open ${url} in a tab to see why, or install the authority that issued it.`;
  return null;
}

/** Whether anything answers there. Scripts see no more of it. */
async function answers(url: string): Promise<boolean> {
  const sent = { mode: 'no-cors', credentials: 'omit', cache: 'no-store' } as const;
  try {
    await egressFetch(
      url,
      { ...sent, signal: AbortSignal.timeout(MOST_MS) },
      { reason: 'pool', about: 'connected' },
    );
    return true;
  } catch {
    return false;
  }
}
