import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { getPeaks, type Peaks } from '../../storage/recordings/peaks-store.ts';

/** The waveform of a job's recording, computed while it was decoded; null if there is none. */
export const readWaveform = async ({ file }: PreRecordedJob): Promise<Peaks | null> =>
  file && getPeaks(file.id);
