import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announce } from '../../src/contract/realms/channel.ts';
import { startNotifier } from '../../src/host/notify/notify.ts';
import { MOST_ATTEMPTS } from '../../src/host/notify/schedule.ts';
import { listDeliveries, sendAgain } from '../../src/storage/notifications/outbox.ts';
import { fillDisk } from '../fakes/full-disk.ts';
import { eventually } from '../runner/eventually.ts';
import {
  bodies,
  create,
  deliver,
  finish,
  notifyEachTest,
  receiver,
  time,
  webhook,
} from './notified-service.ts';

notifyEachTest();

describe('§6: a delivery whose outcome cannot be stored', () => {
  beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));
  afterEach(() => vi.restoreAllMocks());

  it('is tried again no sooner than one that can, and given up as one', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 500;
    await create();
    const disk = fillDisk('deliveries');
    await deliver();
    for (const wait of [5, 10, 20, 40]) {
      const before = receiver.received.length;
      time.forward(wait - 1);
      for (let look = 0; look < 3; look++) await deliver();
      expect(receiver.received).toHaveLength(before);
      time.forward(1);
      await deliver();
      expect(receiver.received).toHaveLength(before + 1);
    }
    for (let hour = 0; hour < 40; hour++) {
      time.forward(3600);
      await deliver();
    }
    expect(receiver.received).toHaveLength(MOST_ATTEMPTS);
    disk.mockRestore();
    time.forward(3600);
    expect(await deliver()).toBe(true);
    expect(receiver.received).toHaveLength(MOST_ATTEMPTS);
    expect(await listDeliveries(9)).toMatchObject([{ state: 'given-up', attempts: MOST_ATTEMPTS }]);
  });

  it('is sent once if it arrives, and holds up no later one', async () => {
    await webhook();
    const id = await create();
    const disk = fillDisk('deliveries');
    for (let look = 0; look < 3; look++) await deliver();
    expect(receiver.received).toHaveLength(1);
    disk.mockRestore();
    await finish(id);
    await deliver();
    expect(bodies('/hook').map(({ event }) => event)).toEqual([
      'transcription.created',
      'transcription.success',
    ]);
    time.forward(60);
    expect(await deliver()).toBe(true);
    expect(receiver.received).toHaveLength(2);
  });

  it('is tried again at once if it was asked for meanwhile', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 500;
    await create();
    const disk = fillDisk('deliveries');
    await deliver();
    disk.mockRestore();
    const [waiting] = await listDeliveries(1);
    await sendAgain(waiting?.id ?? '', new Date(time.now()));
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });

  it('does not keep the notifier busy', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 500;
    await create();
    fillDisk('deliveries');
    const stop = new AbortController();
    const served = startNotifier(stop.signal, time);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    for (let ring = 0; ring < 50; ring++) {
      announce({ type: 'deliveries-changed' });
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(receiver.received).toHaveLength(1);
    stop.abort();
    await served;
  });
});
