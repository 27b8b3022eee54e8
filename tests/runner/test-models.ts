import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const SHARED = join(PROJECT_ROOT, '../shared/models');

/** The miniatures that lie in the project: one with the app, the others with its tests. */
const OWN = ['public/models', 'tests/fixtures/mini'].map((folder) => join(PROJECT_ROOT, folder));

/** What tests give to the server as MODELS_DIR: the models beside the project, else the project's own miniatures. */
export const testModels = (): string => (existsSync(SHARED) ? SHARED : OWN.join(delimiter));
