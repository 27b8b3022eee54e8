import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/runner/eventually.ts';
import { HOST_LOCK } from '../../contract/realms/host-lock.ts';
import type { LiveToSocket } from '../../contract/realms/live-connection.ts';
import { connectLive } from './connect-live.ts';

const hello = { type: 'a hello' } as unknown as Parameters<typeof connectLive>[0]['hello'];
let held: { name: string }[];

beforeEach(() => {
  held = [];
  // Node has no locks of its own.
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held }) } });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that is the host, or answers nothing. */
function page(isHost: boolean) {
  const received: unknown[] = [];
  return {
    received,
    postMessage: (_: unknown, [port]: Transferable[]) => {
      if (!isHost || !(port instanceof MessagePort)) return;
      port.onmessage = ({ data, ports }) => {
        received.push(data, ...ports);
        port.close();
      };
      port.postMessage(null);
    },
  };
}

/** The client's end of a socket, and what came there. */
function socket() {
  const { port1, port2 } = new MessageChannel();
  const messages: LiveToSocket[] = [];
  port1.onmessage = ({ data }) => messages.push(data);
  return { port: port2, messages, close: () => port1.close() };
}

it('refuses a socket with 1013 where no tab of the app is open', async () => {
  const client = socket();
  const connecting = connectLive({ hello }, client.port, async () => [page(false)]);
  await vi.advanceTimersByTimeAsync(10_000);
  await connecting;
  await eventually(() => expect(client.messages).toMatchObject([{ close: 1013 }]));
  client.close();
});

it('gives it to the page that serves sessions, which may become the host meanwhile', async () => {
  const client = socket();
  const [other, host] = [page(false), page(true)];
  const connecting = connectLive({ hello }, client.port, async () => [other, host]);
  await vi.advanceTimersByTimeAsync(1_000);
  held = [{ name: HOST_LOCK }];
  await vi.advanceTimersByTimeAsync(1_000);
  await connecting;
  await eventually(() => expect(host.received).toEqual([hello, expect.any(MessagePort)]));
  expect(client.messages).toEqual([]);
  expect(other.received).toEqual([]);
  client.close();
});
