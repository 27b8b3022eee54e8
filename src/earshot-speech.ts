import { installSpeech } from './client/speech/install-speech.ts';

/**
 * The script for a page's `<head>` that was written for the Web Speech API, built as `/earshot-speech.js` (docs/web-speech.md): scripts behind
 * it find `SpeechRecognition` at once. `data-engine="browser"` and `data-keep` are the options of `speech.install`.
 */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const { engine, keep } = script.dataset;
  installSpeech(new URL('earshot.js', script.src).href, {
    engine: engine === 'browser' ? 'browser' : 'earshot',
    keep: keep !== undefined,
  });
}
