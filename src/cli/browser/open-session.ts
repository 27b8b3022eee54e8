import { IS_PACKED } from '../installation.ts';
import type { BrowserSession, SessionOptions } from './browser-session.ts';

/** What drives a browser is loaded here, not for usage and its errors. Throws an Error in one sentence without either. */
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
