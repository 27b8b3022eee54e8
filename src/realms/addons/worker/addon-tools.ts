import type { AddonTools } from '../../../addons/addon.ts';
import type { AddonKey } from '../../../addons/addon-schema.ts';
import type { AddonFacts, AddonHost } from '../shared/api.ts';
import { borrowBrowserModels } from '../shared/lent-browser-models.ts';
import { textClassifier, tokenClassifier } from './classifiers.ts';
import { textGenerator } from './load-generator.ts';
import { punctuationTools } from './load-punctuation.ts';
import { translator } from './load-translator.ts';

/** The tools this worker offers to the named add-on; `facts` receives what it reports about its run. */
export function addonTools(key: AddonKey, host: AddonHost, facts: AddonFacts): AddonTools {
  return {
    punctuation: punctuationTools,
    tokenClassifier,
    textClassifier,
    translator,
    textGenerator,
    findSounds: async () =>
      (await import('./read-sounds.ts')).readSounds(host.recording, (fraction) =>
        host.onProgress(key, fraction),
      ),
    browser: borrowBrowserModels(host.browser),
    onProgress: (fraction) => host.onProgress(key, fraction),
    onOutput: atIntervals((text) => host.onOutput(key, text)),
    onPlan: (plan) => host.onOutput(key, '', plan),
    onFacts: (more) => void Object.assign(facts, more),
    note: async (text) => host.onNote(key, text),
  };
}

/** Minimum interval in milliseconds; nobody reads faster. */
const OUTPUT_INTERVAL_MS = 100;

/** Passes on the latest text at this interval; the last one always arrives. */
function atIntervals(show: (text: string) => void): (text: string) => void {
  let latest = '';
  let isWaiting = false;
  return (text) => {
    latest = text;
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      show(latest);
    }, OUTPUT_INTERVAL_MS);
  };
}
