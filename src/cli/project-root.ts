import { fileURLToPath } from 'node:url';

/** The project's folder, independent of the current directory. */
export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));
