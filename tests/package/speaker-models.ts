import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const SHARED = join(PROJECT_ROOT, '../shared/models');
const SPEAKERS = ['pyannote-segmentation-3.0', 'speaker-lstm-256'].map((name) => join(SHARED, name));

/** Whether the models that tell speakers apart are beside the project. */
export const hasSpeakerModels = SPEAKERS.every((folder) => existsSync(folder));

/** `--models` for these folders, with the models for speakers if they are here. */
export const withSpeakerModels = (folder: string): string =>
  [folder, ...(hasSpeakerModels ? SPEAKERS : [])].join(delimiter);
