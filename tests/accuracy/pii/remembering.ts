import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { z } from '../../../src/lib/zod.ts';
import type { MiniatureClassifier } from '../../miniatures/miniature-classifier.ts';

const KEPT = join(PROJECT_ROOT, '.cache/rampart-labels.json');
const keptLabels = z.record(z.string(), z.array(z.object({ label: z.string(), score: z.number() })));
/** Texts read between two writes: the model takes minutes, and what it says of a text does not change. */
const KEEP_EVERY = 100;

/** Reads no text twice, now or in a later run. */
export function remembering(classifier: MiniatureClassifier): MiniatureClassifier {
  const known = new Map(
    existsSync(KEPT) ? Object.entries(keptLabels.parse(JSON.parse(readFileSync(KEPT, 'utf8')))) : [],
  );
  const keep = () => {
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify(Object.fromEntries(known)));
  };
  return {
    ...classifier,
    labelWords: async (words) => {
      const text = words.join('');
      const labels = known.get(text) ?? (await classifier.labelWords(words));
      if (!known.has(text) && known.set(text, labels).size % KEEP_EVERY === 0) keep();
      return labels;
    },
    dispose: async () => {
      keep();
      await classifier.dispose();
    },
  };
}
