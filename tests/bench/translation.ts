import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { bergamotGlue } from '../../src/cli/build/bergamot-glue.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { hasRealPair } from '../accuracy/translation/real-pair-here.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';
import type { TranslationMeasures } from './translation-child.ts';

/** As deep below the project as the sources, which look for the models from where they are. */
const BUILT = join(PROJECT_ROOT, '.cache/bench/translation');

/** Translation with the real pair beside the project, each round in a fresh process on one thread; left out, and said so, without it. */
export async function translation({ repeats }: BenchOptions): Promise<Figure[]> {
  if (!hasRealPair()) {
    console.log('translation: left out, because ../shared/models/marian-tiny-en-pt is absent.');
    return [];
  }
  // Built, so that no loader's memory counts.
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [bergamotGlue()],
    build: { ssr: join(import.meta.dirname, 'translation-child.ts'), outDir: BUILT, target: 'esnext' },
  });
  const rounds: TranslationMeasures[] = [];
  for (let round = 0; round < repeats; round++) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', join(BUILT, 'translation-child.js')],
      // glibc gives large blocks back as soon as they are free; by default it soon keeps those of up to 32 MB, such as the models' files.
      { env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '131072' } },
    );
    rounds.push(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  }
  const figure = (name: string, of: keyof TranslationMeasures, unit: string, atMost?: number): Figure => ({
    section: 'translation',
    name,
    value: median(rounds.map((round) => round[of])),
    unit,
    ...(atMost !== undefined && { atMost }),
  });
  return [
    figure('first sentence, cold', 'cold', 's', 3),
    figure('processor time of it', 'coldProcessor', 's'),
    figure('first sentence, warm', 'warm', 's', 1),
    figure('processor time for an hour of transcript', 'hour', 's', 45),
    figure('the same through English', 'hourThroughEnglish', 's', 45),
    figure('memory of one direction and its work', 'memory', 'MB'),
    figure('memory of a chain and its work', 'chainMemory', 'MB', 300),
  ];
}
