import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { wholeChromiumOptions } from '../../runner/chromium-options.ts';
import { deleteProfile, launchWith, newProfile } from '../own-profile.ts';

/**
 * Has a new profile allow or block storage in third-party frames: the meaning of `cookie_controls_mode` in Chromium's
 * preferences.
 */
export function setFrameStorage(profile: string, storage: 'allowed' | 'denied'): void {
  const denied = storage === 'denied';
  mkdirSync(join(profile, 'Default'));
  writeFileSync(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({
      profile: { cookie_controls_mode: denied ? 1 : 0, block_third_party_cookies: denied },
    }),
  );
}

/** Opens a browser that allows or blocks storage in third-party frames. */
export async function openBrowser(
  storage: 'allowed' | 'denied',
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const profile = newProfile();
  setFrameStorage(profile, storage);
  const context = await launchWith(profile, {
    ...wholeChromiumOptions(),
    // An app that is installed in it is no app of who runs the test.
    env: { ...process.env, XDG_DATA_HOME: join(profile, 'data') },
  });
  const close = async () => {
    await context.close();
    await deleteProfile(profile);
  };
  return { context, close };
}
