import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { wholeChromiumOptions } from '../../runner/chromium-options.ts';
import { neverIdle } from '../never-idle.ts';

/**
 * Opens a browser that allows or blocks storage in third-party frames: the meaning of `cookie_controls_mode` in
 * Chromium's preferences.
 */
export async function openBrowser(
  storage: 'allowed' | 'denied',
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'earshot-embedding-'));
  const denied = storage === 'denied';
  mkdirSync(join(profile, 'Default'));
  writeFileSync(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({
      profile: { cookie_controls_mode: denied ? 1 : 0, block_third_party_cookies: denied },
    }),
  );
  const context = await chromium.launchPersistentContext(profile, {
    ...wholeChromiumOptions(),
    reducedMotion: 'reduce',
    // An app that is installed in it is no app of who runs the test.
    env: { ...process.env, XDG_DATA_HOME: join(profile, 'data') },
  });
  await neverIdle(context);
  const close = async () => {
    await context.close();
    // The browser may still be writing while it exits.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  return { context, close };
}
