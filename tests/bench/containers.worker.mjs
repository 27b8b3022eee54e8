import { parentPort, workerData } from 'node:worker_threads';
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';

/**
 * Opens the bytes in `workerData` with mediabunny: posts `started`, then `ended` with or without a
 * track. Not in TypeScript, which `tsx` does not load in threads.
 */
const input = new Input({ source: new BlobSource(new Blob([workerData])), formats: ALL_FORMATS });
parentPort?.postMessage('started');
// How it ends is not asked, only whether it does.
await input.getPrimaryAudioTrack().catch(() => null);
parentPort?.postMessage('ended');
