import { findBrowser } from '../../src/cli/browser/find-browser.ts';
import type { BrowserEngine, EngineName } from './browser-engine.ts';
import { startChromium } from './chromium-engine.ts';
import { webKitPrograms } from './find-programs.ts';
import { startFirefox } from './firefox-engine.ts';
import { startWebKit } from './webkit-engine.ts';

const START: Record<EngineName, () => Promise<BrowserEngine>> = {
  chromium: startChromium,
  firefox: () => startFirefox(findBrowser('firefox') ?? ''),
  webkit: () => {
    const programs = webKitPrograms();
    if (!programs) throw new Error('WebKit is not installed.');
    return startWebKit(programs);
  },
};

export const isEngineName = (name: string): name is EngineName => name in START;

/** Launches a browser of this family. */
export const startEngine = (name: EngineName): Promise<BrowserEngine> => START[name]();
