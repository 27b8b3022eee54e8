import { AUTOMATIC } from '../../contract/jobs/model-name.ts';
import { translate } from '../texts/texts.ts';

/** What people call the models behind a name of the API, which they never see. */
const LABELS: Readonly<Record<string, string>> = {
  [AUTOMATIC]: 'Automatic',
  'stt-1': 'Whisper',
  'stt-3': 'Parakeet or Zipformer',
  'stt-fusion': 'Both, compared',
};

/** @param name as requests have it; models of one's own are called as they are */
export const modelLabel = (name: string): string => translate(LABELS[name] ?? name);
