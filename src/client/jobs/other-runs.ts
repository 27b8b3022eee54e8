import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { compareTranscripts } from '../../document/runs/compare-transcripts.ts';
import type { ApiClient } from '../api/api-client.ts';
import { machineTranscript } from '../corrections/corrected-transcripts.ts';

/** Finished jobs that are looked through, newest first. */
const MOST_JOBS = 200;
const PAGE = 50;

/** The other finished transcripts of a job's recording, newest first. */
export async function otherRuns(
  api: Pick<ApiClient, 'listJobs'>,
  { id, file }: PreRecordedJob,
): Promise<PreRecordedJob[]> {
  const found: PreRecordedJob[] = [];
  if (!file) return found;
  for (let offset = 0; offset < MOST_JOBS; offset += PAGE) {
    const { items, next } = await api.listJobs({ status: ['done'], offset, limit: PAGE });
    found.push(
      ...items.filter((job) => job.id !== id && job.file?.id === file.id && job.result?.transcription),
    );
    if (next === null) break;
  }
  return found;
}

/** What the machine gave that a corrected transcript was made from: of all runs, the one that it differs least from. */
export function machineOf(
  document: CorrectedTranscript,
  runs: readonly PreRecordedJob[],
): CorrectedTranscript {
  const machines = runs.map((run) => machineTranscript(run).document);
  const differences = machines.map((machine) => compareTranscripts(machine, document).length);
  return machines[differences.indexOf(Math.min(...differences))] ?? document;
}
