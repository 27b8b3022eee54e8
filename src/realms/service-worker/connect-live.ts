import { HOST_LOCK } from '../../contract/realms/host-lock.ts';
import {
  LIVE_HOST,
  type LiveConnectionMessage,
  type LiveToSocket,
} from '../../contract/realms/live-connection.ts';
import { waitFor } from '../../lib/wait-for.ts';

/** How long a tab may take to become the host and to answer. */
const PATIENCE_MS = 6_000;
const AGAIN_MS = 300;
/** Try again later (RFC 6455 registry). */
const TRY_AGAIN = 1013;

interface Page {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** Gives a live session's socket to the tab that serves it; refuses it where no tab of the app is open. */
export async function connectLive(
  { hello }: Pick<LiveConnectionMessage, 'hello'>,
  socket: MessagePort,
  pages: () => Promise<readonly Page[]>,
): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const { held } = await navigator.locks.query();
    const host = held?.some(({ name }) => name === HOST_LOCK) ? await findHost(await pages()) : null;
    if (host) {
      // The two have the port between them from here on: this worker may be ended.
      host.postMessage(hello, [socket]);
      return;
    }
    await waitFor(AGAIN_MS);
  }
  const refusal: LiveToSocket = { close: TRY_AGAIN, reason: 'no tab of Earshot is open to serve it' };
  socket.postMessage(refusal);
}

/** A port to the page that serves sessions; only that one answers. */
async function findHost(pages: readonly Page[]): Promise<MessagePort | null> {
  const ports: MessagePort[] = [];
  const found = await new Promise<MessagePort | null>((resolve) => {
    setTimeout(() => resolve(null), 1_000);
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1);
      port1.onmessage = () => resolve(port1);
      page.postMessage({ type: LIVE_HOST }, [port2]);
    }
  });
  for (const port of ports) if (port !== found) port.close();
  return found;
}
