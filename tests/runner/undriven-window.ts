import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../../src/cli/browser/find-browser.ts';
import { webKitPrograms } from '../engines/find-programs.ts';

export interface WindowKind {
  browser: 'firefox' | 'webkit';
  /** Whether the window is a private one. */
  isPrivate: boolean;
}

/** What Firefox must not do meanwhile. */
const PREFERENCES = {
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'ui.prefersReducedMotion': 1,
};

/**
 * A window with a new profile that no driver controls, opened as a person would: Firefox keeps the body of every request in
 * memory for its driver, and a driven WebKitGTK is always private. What happens in it is known to the page alone.
 */
export class UndrivenWindow {
  private constructor(
    private readonly processes: readonly ChildProcess[],
    private readonly profile: string,
  ) {}

  static async open({ browser, isPrivate }: WindowKind, address: string): Promise<UndrivenWindow> {
    const profile = mkdtempSync(join(tmpdir(), 'earshot-window-'));
    const processes =
      browser === 'firefox'
        ? [openFirefox(profile, isPrivate, address)]
        : await openWebKit(profile, isPrivate, address);
    return new UndrivenWindow(processes, profile);
  }

  async close(): Promise<void> {
    for (const child of this.processes) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      const ended = once(child, 'exit');
      // With the processes that it started: they would write to the profile while it is removed.
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function openFirefox(profile: string, isPrivate: boolean, address: string): ChildProcess {
  const preferences = { ...PREFERENCES, 'browser.privatebrowsing.autostart': isPrivate };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const program = findBrowser('firefox') ?? 'firefox';
  return spawn(program, ['--headless', '--no-remote', '--profile', profile, address], {
    stdio: 'ignore',
    detached: true,
  });
}

async function openWebKit(profile: string, isPrivate: boolean, address: string): Promise<ChildProcess[]> {
  const programs = webKitPrograms();
  if (!programs) throw new Error('WebKit is not installed.');
  const display = spawn(programs.display, ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const [number] = display.stdio[3] ? await once(display.stdio[3], 'data') : [];
  const folder = (name: string) => {
    mkdirSync(join(profile, name));
    return join(profile, name);
  };
  const browser = spawn(programs.browser, [...(isPrivate ? ['--private'] : []), address], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      HOME: profile,
      XDG_DATA_HOME: folder('data'),
      XDG_CACHE_HOME: folder('cache'),
      XDG_CONFIG_HOME: folder('config'),
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
      // Its sandbox does not start for root, which containers run as.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  });
  return [browser, display];
}
