import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const SHARED = join(PROJECT_ROOT, '../shared/models');

/** The project's miniatures. */
export const OWN_MODELS = join(PROJECT_ROOT, 'tests/fixtures/mini');

/** Beside the project, these recognisers would serve before the miniatures, whose words the tests know. */
const STREAMING = 'zipformer-gigaspeech-3.3m';
const RECOGNISERS = ['whisper-base-q8', STREAMING];

interface Wanted {
  /** Whether a streaming recogniser of English is among them. */
  streaming?: boolean;
}

/**
 * MODELS_DIR for the tests, joined as in PATH: the models beside the project without other recognisers, otherwise the project's own
 * miniatures.
 */
export const testModels = ({ streaming = false }: Wanted = {}): string =>
  existsSync(SHARED)
    ? readdirSync(SHARED, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .filter(({ name }) => !RECOGNISERS.includes(name) || (streaming && name === STREAMING))
        .map(({ name }) => join(SHARED, name))
        .join(delimiter)
    : OWN_MODELS;
