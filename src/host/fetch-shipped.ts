import { announce } from '../contract/realms/channel.ts';
import { isMetered } from '../lib/is-metered.ts';
import { downloadModel } from '../models/store/download-model.ts';
import { growingWait } from './queue/storage-waits.ts';

let running: Promise<boolean> | null = null;
let failures = 0;
let nextAt = 0;

/** Whether models that are part of the app may be fetched now: not without a network, nor where it may cost, unless a person asks. */
export const mayFetch = (): boolean => navigator.onLine && !isMetered();

/**
 * Stores a model that is part of the app, from the app's own address, and announces its progress. True once it is stored; false where
 * that may cost or has failed: the next call after a while tries again, and goes on where the last one ended. Calls share one download.
 */
export function fetchShipped(modelId: string): Promise<boolean> {
  if (running) return running;
  if (!mayFetch() || performance.now() < nextAt) return Promise.resolve(false);
  running = download(modelId).finally(() => {
    running = null;
  });
  return running;
}

async function download(modelId: string): Promise<boolean> {
  try {
    await downloadModel(modelId, {
      source: 'origin',
      onProgress: ({ receivedBytes: received, totalBytes: total }) =>
        announce({ type: 'model-progress', id: modelId, received, total }),
    });
    failures = 0;
    return true;
  } catch (error) {
    console.warn(error);
    nextAt = performance.now() + growingWait(++failures);
    return false;
  }
}
