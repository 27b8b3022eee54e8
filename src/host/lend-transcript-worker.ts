import { TRANSCRIPT_WORK } from '../contract/realms/transcript-work.ts';
import { serveWithWorker } from '../realms/transcripts/page/spawn.ts';

/** Lends the service worker, which can start none itself, a worker that reads and writes long transcripts. */
export function lendTranscriptWorker(signal: AbortSignal): void {
  // Some frames have no service worker.
  const workers = globalThis.navigator?.serviceWorker;
  workers?.addEventListener(
    'message',
    ({ data, ports: [port] }) => {
      if (data?.type !== TRANSCRIPT_WORK || !port) return;
      port.postMessage('coming');
      serveWithWorker(port, data.lock).catch(console.error);
    },
    { signal },
  );
  workers?.startMessages();
}
