import type { PreRecordedJob } from '../../../contract/jobs/pre-recorded-job.ts';
import type { ResultProps } from '../../transcript/results/result-props.ts';
import type { CorrectedRuns } from './corrected-runs.svelte.ts';

/** A tab of the side panel that shows results of add-ons. */
export interface PanelProps {
  job: PreRecordedJob;
  runs: CorrectedRuns;
  /** How results are shown: where they play, what they cite, and the speakers' names. */
  shown: Pick<ResultProps, 'onseek' | 'cite'> & { named: (results: unknown) => unknown };
}
