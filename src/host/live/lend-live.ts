import { LIVE_HOST, type LiveKnock } from '../../contract/realms/live-connection.ts';
import { lendToServiceWorker } from '../lend-to-worker.ts';

/** Serves a live session's socket in this page. */
export async function serveLiveSocket(port: MessagePort, knock: LiveKnock): Promise<void> {
  const { serveLive } = await import('./live-sessions.ts');
  await serveLive(port, knock);
}

/** Serves the live sessions of pages that cannot do it themselves, for as long as this page is the host. */
export function lendLive(signal: AbortSignal): void {
  lendToServiceWorker(
    LIVE_HOST,
    (port) => {
      port.onmessage = ({ data: knock, ports: [socket] }: MessageEvent<LiveKnock>) => {
        port.close();
        if (socket) serveLiveSocket(socket, knock).catch(console.error);
      };
      port.postMessage('here');
    },
    signal,
  );
}
