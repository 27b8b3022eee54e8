import { TRANSCRIPT_WORK } from '../contract/realms/transcript-work.ts';
import { serveWithWorker } from '../realms/transcripts/page/spawn.ts';
import { lendToServiceWorker } from './lend-to-worker.ts';

/** Lends the service worker, which can start none itself, a worker that reads and writes long transcripts. */
export function lendTranscriptWorker(signal: AbortSignal): void {
  lendToServiceWorker(
    TRANSCRIPT_WORK,
    (port, { lock }) => {
      port.postMessage('coming');
      serveWithWorker(port, lock).catch(console.error);
    },
    signal,
  );
}
