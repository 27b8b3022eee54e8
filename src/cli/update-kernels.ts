import { writeFile } from 'node:fs/promises';
import { COMPILED, compileKernels, kernelsFile } from './build/compile-kernels.ts';

/** `npm run kernels`: compiles src/engine/kernels/assembly. */
await writeFile(COMPILED, kernelsFile(await compileKernels()));
