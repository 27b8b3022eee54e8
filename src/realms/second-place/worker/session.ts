import { expose } from 'comlink';
import '../../every-worker/shared/comlink-errors.ts';
import { keepSounds } from '../../../storage/second-place/kept-sounds.ts';
import { settle, settleGrown, settleJob } from '../../../storage/second-place/settle-second-place.ts';
import { writeChanges } from '../../../storage/second-place/write-changes.ts';
import type { SecondPlaceApi } from '../shared/api.ts';

/** Writes the second place: only a worker can append to a file. */
export function exposeSecondPlace(): void {
  const api: SecondPlaceApi = {
    write: (changes) => writeChanges(changes, settleJob),
    settle,
    settleGrown,
    keepSounds,
  };
  expose(api);
}
