import { STILL_BUSY } from '../../contract/realms/busy-message.ts';

/** Half of what Firefox gives an idle worker. */
const ASK_MS = 15_000;

export interface Pages {
  matchAll(options: { type: 'window' }): Promise<readonly { postMessage(message: unknown): void }[]>;
}

/**
 * Firefox ends a service worker about a minute after its last event, in the middle of an answer too, and its own messages do
 * not count. So pages are asked for one while an answer takes long; a page that has none (see `answerBusyWorker`) is silent.
 */
export async function keepAwakeFor(answer: Promise<unknown>, pages: Pages): Promise<void> {
  const ask = async () => {
    for (const page of await pages.matchAll({ type: 'window' })) page.postMessage({ type: STILL_BUSY });
  };
  const timer = setInterval(() => void ask().catch(console.warn), ASK_MS);
  try {
    await answer;
  } finally {
    clearInterval(timer);
  }
}
