import { noteModelSpeed } from '../../storage/models/model-speeds.ts';
import type { Device } from '../manifest/manifest.ts';

/**
 * Remembers how fast a model was on a device, for the list of models: seconds of audio or words in a second. A failure to store it is no failure of the
 * result.
 */
export function noteSpeed(modelId: string, device: Device, perSecond: number): void {
  noteModelSpeed(modelId, device, perSecond).catch((error: unknown) => console.warn(error));
}
