import { IS_PACKED } from '../installation.ts';
import type { BrowserSession, SessionOptions } from './browser-session.ts';

/**
 * Opens the built app in a headless browser. What drives a browser is loaded here: usage, and errors in it, come without.
 * Throws an Error in one sentence if a package without its optional parts was installed, or no browser can be had.
 */
export async function openSession(options: SessionOptions): Promise<BrowserSession> {
  const { BrowserSession } = await import('./browser-session.ts').catch((error: unknown) => {
    if (!IS_PACKED || !isMissing(error)) throw error;
    const remedy = 'install Earshot again without --omit=optional';
    throw new Error(`The package playwright-core, which drives the browser, is not installed: ${remedy}.`, {
      cause: error,
    });
  });
  return BrowserSession.open(options);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && /Cannot find package 'playwright-core'/.test(error.message);
