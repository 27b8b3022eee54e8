import { join } from 'node:path';
import asc from 'assemblyscript/asc';
import { PROJECT_ROOT } from '../project-root.ts';

const SOURCE = 'src/engine/kernels/assembly/kernels.ts';
export const COMPILED = join(PROJECT_ROOT, 'src/engine/kernels/compiled-kernels.json');

/** Pages of the runtime's memory at most: 4 GB. */
const MOST_PAGES = '65536';

const OPTIONS = [
  '-O3',
  '--noAssert',
  '--uncheckedBehavior=always',
  // They work in a memory that is not theirs: without data, and without an allocator.
  '--runtime=stub',
  '--importMemory',
  '--sharedMemory',
  '--maximumMemory',
  MOST_PAGES,
  '--enable=threads',
  '--enable=simd',
];

/** WebAssembly of the kernels. Throws Error with the compiler's messages if they cannot be compiled. */
export async function compileKernels(): Promise<Uint8Array> {
  const files = new Map<string, Uint8Array | string>();
  const { error, stderr } = await asc.main(
    [SOURCE, '--baseDir', PROJECT_ROOT, '--outFile', 'kernels.wasm', ...OPTIONS],
    {
      writeFile: (name, contents) => void files.set(name, contents),
    },
  );
  const compiled = files.get('kernels.wasm');
  if (error || !(compiled instanceof Uint8Array)) throw new Error(stderr.toString());
  return compiled;
}

/** What the app reads them from: WebAssembly as Base64. */
export const kernelsFile = (compiled: Uint8Array): string =>
  `${JSON.stringify({ base64: Buffer.from(compiled).toString('base64') }, null, 2)}\n`;
