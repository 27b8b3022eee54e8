import { join } from 'node:path';
import { runnerImport } from 'vite';
import { bergamotGlue } from '../../src/cli/build/bergamot-glue.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { SectionReport } from './accuracy-section.ts';
import { hasRealPair } from './translation/real-pair-here.ts';

/** Translation with the real pair beside the project; left out, and said so, without it. */
export async function translationAccuracy(): Promise<SectionReport> {
  if (!hasRealPair()) {
    console.log('translation: left out, because ../shared/models/marian-tiny-en-pt is absent.');
    return { figures: [], details: [], failed: 0 };
  }
  const { module } = await runnerImport<typeof import('./translation/measure-translation.ts')>(
    join(PROJECT_ROOT, 'tests/accuracy/translation/measure-translation.ts'),
    { configFile: false, logLevel: 'error', plugins: [bergamotGlue()] },
  );
  return module.measureTranslation();
}
