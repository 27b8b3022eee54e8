import type { Part } from '../../document/cuts/kept-parts.ts';
import { audioWorkers } from '../../realms/audio/page/spawn.ts';

/** The parts of a recording's sound as a file. Throws 415 if its format cannot be copied. */
export const cutRecording = (file: Blob, parts: readonly Part[]) =>
  audioWorkers.once((worker) => worker.call((api) => api.cutSound(file, [...parts])));

/** The picture of a recording; null if it has none that can be read. */
export const readPicture = (file: Blob) =>
  audioWorkers.once((worker) => worker.call((api) => api.readPicture(file)));
