import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { EngineName } from './browser-engine.ts';
import type { WebKitPrograms } from './webkit-engine.ts';

const FIREFOX = ['firefox-esr', 'firefox'];
/** MiniBrowser is not in PATH: it is beside its library, in a folder named after the architecture. */
const MINI_BROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
  ['4.1', '6.0', '4.0'].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`),
);

/** Why an engine is skipped, or null if it is available. */
export const missing: Record<EngineName, () => string | null> = {
  chromium: () => null,
  firefox: () => (firefoxProgram() ? null : 'Firefox is not installed (Debian: firefox-esr).'),
  webkit: () =>
    webKitPrograms() ? null : 'WebKit is not installed (Debian: webkit2gtk-driver xvfb gstreamer1.0-libav).',
};

export const firefoxProgram = (): string | null =>
  process.env.FIREFOX_PATH ?? FIREFOX.map(command).find((path) => path !== null) ?? null;

export function webKitPrograms(): WebKitPrograms | null {
  const driver = command('WebKitWebDriver');
  const display = command('Xvfb');
  const browser = MINI_BROWSERS.find((path) => existsSync(path));
  return driver && display && browser ? { driver, display, browser } : null;
}

function command(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
