import { STILL_BUSY, STILL_HERE } from '../../contract/realms/busy-message.ts';

/** Answers the service worker while a request takes long, which keeps it running (`keepAwakeFor`). */
export function answerBusyWorker(workers: ServiceWorkerContainer): void {
  workers.addEventListener('message', answer);
  workers.startMessages();
}

function answer({ data, source }: MessageEvent): void {
  if (data?.type === STILL_BUSY && source && 'scriptURL' in source) source.postMessage({ type: STILL_HERE });
}
