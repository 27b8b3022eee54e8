import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const SHARED = join(PROJECT_ROOT, '../shared/models');

/** The project's miniatures. */
export const OWN_MODELS = join(PROJECT_ROOT, 'tests/fixtures/mini');

/** MODELS_DIR for the tests: the models beside the project, otherwise the project's own miniatures. */
export const testModels = (): string => (existsSync(SHARED) ? SHARED : OWN_MODELS);
