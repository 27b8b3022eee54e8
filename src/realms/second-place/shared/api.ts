import type { PlaceChange } from '../../../storage/second-place/protected-rows.ts';
import type { Unsettled } from '../../../storage/second-place/settle-second-place.ts';

/** The interface of the worker that writes the second place. */
export interface SecondPlaceApi {
  /** Writes changes in the order of the calls. */
  write(changes: PlaceChange[]): Promise<void>;
  settle(found: Unsettled): Promise<void>;
  /** Settles a job whose log another realm has made large. */
  settleGrown(id: string): Promise<void>;
  /** Copies the sounds of recordings that wait to be transcribed, and removes others. */
  keepSounds(): Promise<void>;
}
