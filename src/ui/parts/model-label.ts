import { AUTOMATIC, type ModelName } from '../../contract/jobs/model-name.ts';
import { translate } from '../texts/texts.ts';

/** What people call the models behind a name of the API, which they never see. */
const LABELS = {
  [AUTOMATIC]: 'Automatic',
  'stt-1': 'Whisper',
  'stt-3': 'Parakeet or Zipformer',
  'stt-fusion': 'Both, compared',
} as const satisfies Record<ModelName | typeof AUTOMATIC, string>;

export const modelLabel = (name: ModelName | typeof AUTOMATIC): string => translate(LABELS[name]);
