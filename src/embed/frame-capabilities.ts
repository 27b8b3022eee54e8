import { inEnglish } from '../lib/errors/msg.ts';
import { detectCapabilities, threadsFor } from '../models/device/capabilities.ts';
import type { FrameCapabilities } from './messages.ts';

/** What this frame can do, and what it lacks. */
export async function frameCapabilities(given: {
  storage: 'persistent' | 'memory';
  serviceWorker: boolean;
}): Promise<FrameCapabilities> {
  const { storage, serviceWorker } = given;
  const device = await detectCapabilities();
  const notes = [
    storage === 'memory' &&
      'The browser denies this frame storage: recordings, jobs and permissions are kept in memory and lost when the frame closes.',
    storage === 'persistent' &&
      !serviceWorker &&
      'No service worker controls this frame, so it works offline only once loaded.',
    !device.threading.supported && `Models run on one thread: ${inEnglish(device.threading.reason)}.`,
    !device.webgpu.supported && `Models do not run on the GPU: ${inEnglish(device.webgpu.reason)}.`,
  ].filter((note) => note !== false);
  return { storage, serviceWorker, threads: threadsFor(device), webgpu: device.webgpu.supported, notes };
}
