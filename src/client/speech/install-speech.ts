import { madeOnce } from '../../lib/made-once.ts';
import type { PageInterface } from '../api/page-interface.ts';
import type { BrowserRecogniserClass } from './browser-run.ts';
import type { SpeechService } from './recognition-run.ts';
import { recognitionClass } from './speech-recognition.ts';
import { COMPANIONS } from './speech-results.ts';

export interface SpeechOptions {
  /**
   * `browser` has the browser recognise what it can on this device (`processLocally`, Chrome and Edge 139 and later); all else, and by
   * default everything, is recognised by the models of Earshot.
   */
  engine?: 'earshot' | 'browser' | undefined;
  /** Whether recordings remain in the app as jobs; false by default, for a page without a list of them. */
  keep?: boolean | undefined;
}

/** Under which a page has the browser's own class after an installation, also one by another script. */
const BROWSERS = Symbol.for('earshot-browsers-recogniser');

const PREFIXED = ['SpeechRecognition', 'SpeechGrammar', 'SpeechGrammarList', 'SpeechRecognitionEvent'];

/**
 * Gives the page `SpeechRecognition` and its companions, also by their prefixed names, in place of the browser's own.
 *
 * @param library the address of `/earshot.js`, which is loaded at once
 */
export function installSpeech(library: string, { engine, keep = false }: SpeechOptions = {}): void {
  const page: Record<PropertyKey, unknown> = globalThis as never;
  if (!(BROWSERS in page)) page[BROWSERS] = page.SpeechRecognition ?? page.webkitSpeechRecognition ?? null;
  const browsers = (engine === 'browser' ? page[BROWSERS] : null) as BrowserRecogniserClass | null;
  const service = madeOnce(() => load(library));
  // The service worker is installed meanwhile; a failure is that of the first `start`.
  service().catch(() => undefined);
  const SpeechRecognition = recognitionClass({ service, keeps: keep, browsers });
  const all: Record<string, unknown> = { SpeechRecognition, ...COMPANIONS };
  for (const name of PREFIXED) all[`webkit${name}`] = all[name];
  for (const [name, value] of Object.entries(all))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

async function load(library: string): Promise<SpeechService> {
  const { live, key, ready }: PageInterface = await import(/* @vite-ignore */ library);
  await ready();
  return {
    live,
    discard: async (id) => {
      const headers = { 'x-service-key': await key() };
      await fetch(new URL(`v2/live/${id}`, library), { method: 'DELETE', headers });
    },
  };
}
