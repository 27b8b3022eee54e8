import { onChannelMessage } from '../../contract/realms/channel.ts';
import { sureTime } from '../../storage/database/sure-time.ts';
import type { DeliveryRecord } from '../../storage/notifications/notification-records.ts';
import {
  deleteOldDeliveries,
  hurryUnanswered,
  readWaiting,
  waitingDeliveries,
} from '../../storage/notifications/outbox.ts';
import { getWebhook, listWebhooks } from '../../storage/notifications/webhook-store.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { type Queue, serveQueue } from '../queue/serve-queue.ts';
import { WakeUp } from '../queue/wake-up.ts';
import { wakeWhenOnline } from './background-sync.ts';
import { secondsUntilNext } from './schedule.ts';
import { sendDelivery } from './send.ts';
import { UnstoredAttempts } from './unstored-attempts.ts';

/** A message can be lost if a realm stops in the middle of it, so the outbox is also checked at this interval. */
const RESCAN_MS = 30_000;
/** Maximum number of parallel receivers; one that does not respond holds up only itself. */
const RECEIVERS_AT_ONCE = 8;
/** How long a receiver is left alone after its deliveries could not be read or written. */
const PAUSE_MS = 5_000;
/** How often the outcome of a delivery is stored again that arrived, but could not be stored. */
const STORE_AGAIN_MS = 30_000;
/** How long deliveries remain in the log. */
const KEEP_MS = 7 * 24 * 3_600_000;

/** External dependencies of deliveries; tests bring their own. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  timeoutMs: number;
  /** Runs work while no other realm runs work with this name. */
  exclusive: (name: string, work: () => Promise<void>) => Promise<void>;
}

const real = {
  now: Date.now,
  random: Math.random,
  timeoutMs: 10_000,
};

const inTurn: Surroundings = {
  ...real,
  exclusive: async (name, work) => void (await navigator.locks.request(name, work)),
};

const ifFree: Surroundings = {
  ...real,
  exclusive: async (name, work) =>
    void (await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
    })),
};

const unstored = new UnstoredAttempts();

/** Deliveries for one receiver, in order; `dueAt` in milliseconds since 1970. */
interface Receiver {
  id: string;
  dueAt: number;
  sequences: number[];
}

/** Delivers whatever is due until the signal aborts (specification §6). Any number of tabs can do so in parallel. */
export async function startNotifier(signal: AbortSignal, around: Surroundings = inTurn): Promise<void> {
  const wake = new WakeUp();
  const pausedUntil = new Map<string, number>();
  let alarm: ReturnType<typeof setTimeout> | undefined;
  await sureTime(around.now())
    .then((now) => deleteOldDeliveries(new Date(now - KEEP_MS)))
    .catch(console.error);
  onChannelMessage(({ type }) => {
    if (type === 'deliveries-changed') wake.ring();
  }, signal);
  globalThis.addEventListener?.('online', () => void hurryUnanswered().catch(console.error), { signal });
  const queue: Queue<Receiver> = {
    slots: async () => RECEIVERS_AT_ONCE,
    next: async (running) => {
      const idle = (await receivers(around.now()))
        .filter(({ id }) => !running.has(id))
        .map((one) => ({ ...one, dueAt: Math.max(one.dueAt, pausedUntil.get(one.id) ?? 0) }));
      const [soonest] = idle.toSorted((one, other) => one.dueAt - other.dueAt);
      clearTimeout(alarm);
      if (!soonest) return null;
      const waitMs = soonest.dueAt - around.now();
      if (waitMs <= 0) return soonest;
      alarm = setTimeout(() => wake.ring(), waitMs);
      return null;
    },
    run: async (receiver) => {
      // Set first, because the queue is read again as soon as this ends.
      pausedUntil.set(receiver.id, around.now() + PAUSE_MS);
      await serve(receiver, signal, around);
      pausedUntil.delete(receiver.id);
    },
  };
  await serveQueue(queue, wake, RESCAN_MS, signal);
  clearTimeout(alarm);
}

/** Attempts every due delivery, for realms that do not last. True if nothing is left to deliver. */
export async function deliverDue(signal: AbortSignal, around: Surroundings = ifFree): Promise<boolean> {
  const due = (await receivers(around.now())).filter(({ dueAt }) => dueAt <= around.now());
  await Promise.all(due.map((receiver) => serve(receiver, signal, around)));
  return (await waitingDeliveries()).length === 0;
}

/** Retries deliveries that got no response, now that the network is back, for realms that do not last. */
export async function deliverUnanswered(signal: AbortSignal): Promise<void> {
  await hurryUnanswered();
  await deliverDue(signal);
}

/** Targets with waiting deliveries; a disabled webhook has none. */
async function receivers(now: number): Promise<Receiver[]> {
  const waiting = await waitingDeliveries();
  if (waiting.length === 0) return [];
  const enabled = new Set((await listWebhooks()).flatMap((webhook) => (webhook.enabled ? [webhook.id] : [])));
  const found = new Map<string, Receiver>();
  const lanes = new Set<string>();
  for (const delivery of waiting) {
    const { webhook_id, url } = delivery.target;
    if (webhook_id !== null && !enabled.has(webhook_id)) continue;
    const id = webhook_id ?? new URL(url).origin;
    const receiver = found.get(id) ?? { id, dueAt: Number.POSITIVE_INFINITY, sequences: [] };
    found.set(id, receiver);
    receiver.sequences.push(delivery.sequence);
    const lane = laneOf(delivery);
    // A delivery behind another becomes due once that one is finished.
    if (!lanes.has(lane)) receiver.dueAt = Math.min(receiver.dueAt, unstored.dueAtOf(delivery, now));
    if (!unstored.isSettled(delivery)) lanes.add(lane);
  }
  return [...found.values()];
}

/** What must arrive in order: one job's events for one target. */
const laneOf = ({ job_id, target }: DeliveryRecord) => `${job_id} ${target.webhook_id ?? target.kind}`;

function serve({ id, sequences }: Receiver, signal: AbortSignal, around: Surroundings): Promise<void> {
  return around.exclusive(`earshot-notify ${id}`, async () => {
    const held = new Set<string>();
    for (const sequence of sequences) {
      if (signal.aborted) return;
      // Another realm may have delivered it while this one waited for the lock.
      const delivery = await readWaiting(sequence);
      if (!delivery || held.has(laneOf(delivery))) continue;
      const isDue = unstored.dueAtOf(delivery, around.now()) <= around.now();
      if (unstored.isSettled(delivery)) {
        if (isDue) await unstored.storeAgain(delivery, around.now() + STORE_AGAIN_MS);
      } else if (!isDue || !(await attempt(delivery, signal, around))) held.add(laneOf(delivery));
    }
  });
}

/** True if the delivery is finished, so the next one can be sent. */
async function attempt(
  delivery: DeliveryRecord & { body: string },
  signal: AbortSignal,
  { now, random, timeoutMs }: Surroundings,
): Promise<boolean> {
  const { id, target, body } = delivery;
  const webhook = target.webhook_id === null ? null : await getWebhook(target.webhook_id);
  if (target.webhook_id !== null && !webhook?.enabled) return false;
  const url = webhook?.url ?? target.url;
  const secret = webhook ? webhook.secret : (await getSettings()).callback_secret;
  const sending = { id, url, method: target.method, body, secret };
  const { outcome, status, message } = await sendDelivery(sending, timeoutMs, signal);
  // A closing tab is not the receiver's fault.
  if (signal.aborted && outcome !== 'delivered') return false;
  const attempts = unstored.attemptsOf(delivery) + 1;
  const wait = secondsUntilNext(attempts, random());
  const last = { at: new Date(now()).toISOString(), status, message };
  const done = { attempts, last, target: { ...target, url } };
  if (outcome !== 'failed' || wait === null) {
    const state = outcome === 'delivered' ? 'delivered' : 'given-up';
    const dueAt = now() + STORE_AGAIN_MS;
    await unstored.store(delivery, { attempts, dueAt, isSettled: true, outcome: () => ({ ...done, state }) });
    return true;
  }
  if (status === null) await wakeWhenOnline();
  const dueAt = now() + wait * 1000;
  const next_attempt_at = new Date(dueAt).toISOString();
  await unstored.store(delivery, {
    attempts,
    dueAt,
    isSettled: false,
    outcome: ({ state }) => ({ ...done, ...(state === 'waiting' && { next_attempt_at }) }),
  });
  return false;
}
