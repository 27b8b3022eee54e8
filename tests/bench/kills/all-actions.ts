import type { Action } from './action.ts';
import { deleting } from './actions/deleting.ts';
import { fullStorage } from './actions/full-storage.ts';
import { importing, importingText } from './actions/importing.ts';
import { downloadingModel, importingModel } from './actions/models.ts';
import { poolJob } from './actions/pool-job.ts';
import { recording } from './actions/recording.ts';
import { restoring } from './actions/restoring.ts';
import { sharing } from './actions/sharing.ts';
import { transcribing } from './actions/transcribing.ts';
import { typing } from './actions/typing.ts';

/** All actions by the names that `--only` takes. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  transcribing,
  typing,
  recording,
  importing,
  'importing-text': importingText,
  restoring,
  deleting,
  sharing,
  'model-download': downloadingModel,
  'model-import': importingModel,
  'pool-job': poolJob,
  'full-storage': fullStorage,
};
