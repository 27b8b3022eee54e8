import { TRANSCRIPT_WORK } from '../contract/realms/transcript-work.ts';
import { serveSearch } from '../realms/library/page/spawn.ts';
import { serveWithWorker } from '../realms/transcripts/page/spawn.ts';
import { lendToServiceWorker } from './lend-to-worker.ts';

/** Lends the service worker, which can start none itself, a worker that reads and writes long transcripts, and the library's. */
export function lendTranscriptWorker(signal: AbortSignal): void {
  lendToServiceWorker(
    TRANSCRIPT_WORK,
    (port, { kind, lock }) => {
      port.postMessage('coming');
      const serve = kind === 'search' ? serveSearch : serveWithWorker;
      serve(port, lock).catch(console.error);
    },
    signal,
  );
}
