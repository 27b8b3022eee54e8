import type { AddonKey, AddonTools } from '../../src/addons/addon.ts';
import type { AddonHost } from '../../src/rpc/addon-worker-api.ts';
import { textClassifier, tokenClassifier } from './classifiers.ts';
import { punctuationTools } from './punctuation-tools.ts';
import { textGenerator } from './text-generator.ts';
import { translator } from './text-models.ts';

/** What this worker gives the add-on of this name. */
export function addonTools(key: AddonKey, host: AddonHost): AddonTools {
  return {
    punctuation: punctuationTools,
    tokenClassifier,
    textClassifier,
    translator,
    textGenerator,
    browser: host.browser,
    onProgress: (fraction) => host.onProgress(key, fraction),
    onOutput: (text) => host.onOutput(key, text),
  };
}
