import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const SHARED = join(PROJECT_ROOT, '../shared/models');

/** The project's miniatures: one bundled with the app, the others with its tests. */
const OWN = ['public/models', 'tests/fixtures/mini'].map((folder) => join(PROJECT_ROOT, folder));

/** MODELS_DIR for the tests: the models beside the project, otherwise the project's own miniatures. */
export const testModels = (): string => (existsSync(SHARED) ? SHARED : OWN.join(delimiter));
