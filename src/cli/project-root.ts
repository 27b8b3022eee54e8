import { fileURLToPath } from 'node:url';
import { IS_PACKED } from './installation.ts';

/** The project's folder, independent of the current directory; in the package, the folder of the package. */
export const PROJECT_ROOT = fileURLToPath(new URL(IS_PACKED ? '..' : '../..', import.meta.url));
