import { existsSync } from 'node:fs';
import { findBrowser } from '../../src/cli/browser/find-browser.ts';
import type { EngineName } from './browser-engine.ts';
import type { WebKitPrograms } from './webkit-engine.ts';

/** MiniBrowser is not in PATH: it is beside its library, in a folder named after the architecture. */
const MINI_BROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
  ['4.1', '6.0', '4.0'].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`),
);

/** Why an engine is skipped, or null if it is available. */
export const missing: Record<EngineName, () => string | null> = {
  chromium: () => null,
  firefox: () => (findBrowser('firefox') ? null : 'Firefox is not installed (Debian: firefox-esr).'),
  webkit: () =>
    webKitPrograms() ? null : 'WebKit is not installed (Debian: webkit2gtk-driver xvfb gstreamer1.0-libav).',
};

export function webKitPrograms(): WebKitPrograms | null {
  const driver = findBrowser('webkit');
  const browser = MINI_BROWSERS.find((path) => existsSync(path));
  return driver && browser ? { driver, browser, display: 'Xvfb' } : null;
}
