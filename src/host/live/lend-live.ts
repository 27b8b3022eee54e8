import { LIVE_HOST, type SessionTransport, type SocketHello } from '../../contract/realms/live-connection.ts';
import { lendToServiceWorker } from '../lend-to-worker.ts';

/** Serves a live session's socket in this page. */
export const serveLiveSocket: SessionTransport = async (port, hello) => {
  const { serveLive } = await import('./live-sessions.ts');
  await serveLive(port, hello);
};

/** Serves the live sessions of pages that cannot do it themselves, for as long as this page is the host. */
export function lendLive(signal: AbortSignal): void {
  lendToServiceWorker(
    LIVE_HOST,
    (port) => {
      port.onmessage = ({ data: hello, ports: [socket] }: MessageEvent<SocketHello>) => {
        port.close();
        if (socket) serveLiveSocket(socket, hello).catch(console.error);
      };
      port.postMessage('here');
    },
    signal,
  );
}
