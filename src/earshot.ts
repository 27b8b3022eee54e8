import './client/guard/early-guard.ts';
import { type PageInterface, pageInterface } from './client/api/page-interface.ts';
import { translateTextHere } from './client/api/translate-text.ts';
import { serveSessionsHere } from './client/live/session-transport.ts';
import type { SpeechOptions } from './client/speech/install-speech.ts';
import { startHost } from './host/host.ts';
import { serveLiveSocket } from './host/live/lend-live.ts';
import { startNotifier } from './host/notify/notify.ts';
import { appAddress } from './lib/addresses/app-origin.ts';

/**
 * The library for scripts on pages of the app's origin, built as `/earshot.js` (docs/page-library.md). A page that
 * imports it can become the host, like a tab of the app.
 */
serveSessionsHere(serveLiveSocket);
translateTextHere(async (...given) => (await import('./host/translate-texts.ts')).translateTexts(...given));
startHost(new AbortController().signal).catch(console.error);
startNotifier(new AbortController().signal).catch(console.error);

const earshot: PageInterface = pageInterface;

export const {
  ready,
  upload,
  transcribe,
  runAddons,
  watch,
  get,
  transcript,
  importTranscript,
  live,
  translateText,
  list,
  cancel,
  remove,
  key,
} = earshot;
/** The Web Speech API by the device's own models, for pages that were written for it (docs/web-speech.md). */
export const speech = {
  /** Resolves once the page has `SpeechRecognition` and `webkitSpeechRecognition`. */
  install: async (options?: SpeechOptions): Promise<void> => {
    const { installSpeech } = await import('./client/speech/install-speech.ts');
    installSpeech(appAddress('/earshot.js'), options);
  },
};
export { AppError } from './lib/errors/errors.ts';
export default earshot;
