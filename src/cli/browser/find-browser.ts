import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The browsers that tests and commands can drive. Chromium is needed; the others are for their own tests. */
export const BROWSERS = ['chromium', 'headless-shell', 'firefox', 'webkit'] as const;
export type BrowserName = (typeof BROWSERS)[number];

/** Where a browser can be: in the order in which the places are tried. */
interface BrowserPlaces {
  /** The environment variable that names it. */
  variable: string;
  /** Executables; the first that exists is taken. */
  candidates(): string[];
  /** Programs without which it cannot be driven. */
  alsoNeeds: string[];
}

const PLACES: Record<BrowserName, BrowserPlaces> = {
  chromium: {
    variable: 'CHROMIUM_PATH',
    candidates: () => [
      chromium.executablePath(),
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
      `${process.env.LOCALAPPDATA}\\Google\\Chrome\\Application\\chrome.exe`,
      // Part of every Windows.
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    ],
    alsoNeeds: [],
  },
  // The same engine without a browser's window around it, which costs more than most tests do.
  'headless-shell': {
    variable: 'HEADLESS_SHELL_PATH',
    candidates: () => ['/usr/bin/chromium-headless-shell'],
    alsoNeeds: [],
  },
  firefox: {
    variable: 'FIREFOX_PATH',
    candidates: () => [
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
    alsoNeeds: [],
  },
  // WebKitGTK, through its WebDriver; it opens a window, for which there is a display of its own.
  webkit: {
    variable: 'WEBKIT_DRIVER_PATH',
    candidates: () => ['/usr/bin/WebKitWebDriver'],
    alsoNeeds: ['/usr/bin/Xvfb'],
  },
};

/** The executable that the environment variable names, else the first that is installed. */
export function findBrowser(
  name: BrowserName,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  const { variable, candidates, alsoNeeds } = PLACES[name];
  if (!alsoNeeds.every(exists)) return undefined;
  const named = process.env[variable];
  return [...(named ? [named] : []), ...candidates()].find(exists);
}

export const variableOf = (name: BrowserName): string => PLACES[name].variable;
