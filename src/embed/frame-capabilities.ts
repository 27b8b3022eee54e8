import { isOriginless } from '../lib/app-origin.ts';
import { detectCapabilities, threadsFor } from '../models/capabilities.ts';
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
      'The browser gives this frame no storage: recordings, jobs and permissions lie in memory, and are gone when the frame is closed.',
    storage === 'persistent' &&
      !serviceWorker &&
      'No service worker answers this frame, which works offline only after it was loaded.',
    !device.crossOriginIsolated &&
      `Models run with one thread: ${isOriginless() ? 'the frame is sandboxed without an origin' : 'the page is not cross-origin isolated'}.`,
    !device.webgpu.supported && `Models do not run on the graphics processor: ${device.webgpu.reason}.`,
  ].filter((note) => note !== false);
  return { storage, serviceWorker, threads: threadsFor(device), webgpu: device.webgpu.supported, notes };
}
