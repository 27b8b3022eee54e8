import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { wholeChromiumOptions } from '../runner/chromium-options.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { neverIdle } from './never-idle.ts';

type ProfileOptions = Parameters<typeof chromium.launchPersistentContext>[1];

/** Chromium with a profile of its own, which outlives it: for tests that end the browser and start it again. */
export async function launchWith(
  profile: string,
  options: ProfileOptions = wholeChromiumOptions(),
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    baseURL: APP_WITH_MODELS,
    reducedMotion: 'reduce',
  });
  await neverIdle(context);
  return context;
}

/** The same with a microphone that says the recording again and again. */
export function launchWithMicrophone(profile: string, recording: string): Promise<BrowserContext> {
  const { args, ...options } = wholeChromiumOptions();
  const microphone = ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${recording}`];
  return launchWith(profile, {
    ...options,
    args: [...args, ...microphone],
    permissions: ['microphone'],
  });
}

/** An empty folder for a profile. */
export const newProfile = (): string => mkdtempSync(join(tmpdir(), 'earshot-profile-'));

/** A browser that was ended may still be writing while it exits. */
export const deleteProfile = (profile: string): Promise<void> =>
  rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
