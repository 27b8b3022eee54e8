import type { SpeechClient } from '../client/api/speech-client.ts';
import { appFolder } from './app-folder.ts';
import { type Connection, connect } from './connect.ts';
import { SpeechError } from './port-calls.ts';

export interface Installation {
  /** Where the app is installed, such as `https://speech.example`. */
  src: string | URL;
  /** A key of the app to use instead of the page's own. */
  key?: string;
  /** Lets the app use the microphone on pages of other origins, for `live`. */
  microphone?: boolean;
}

let installation: Installation | null = null;
let connecting: Promise<SpeechClient> | null = null;

/** Says where the app is installed; call it once, before the other calls. */
export function configure(given: Installation): void {
  installation = given;
  connecting = null;
}

/** Opened at the first call: on pages of the app's folder its page library, elsewhere a frame. */
function library(): Promise<SpeechClient> {
  connecting ??= open().catch((error: unknown) => {
    connecting = null;
    throw error;
  });
  return connecting;
}

async function open(): Promise<SpeechClient> {
  if (installation === null)
    throw new SpeechError(
      'invalid_request',
      'Where is the app? Call configure({ src: "https://speech.example" }) first.',
    );
  const app = appFolder(installation.src);
  // A service worker answers the pages of its folder.
  if (!location.href.startsWith(app.href)) return connect(installation) satisfies Promise<Connection>;
  const own: SpeechClient = await import(/* @vite-ignore */ new URL('earshot.js', app).href);
  return own;
}

/** From a recording or URL to the finished job, as `SpeechClient.transcribe`. */
export const transcribe: SpeechClient['transcribe'] = async (...given) =>
  (await library()).transcribe(...given);

/** Stores a recording and returns the `audio_url` for a job. */
export const upload: SpeechClient['upload'] = async (...given) => (await library()).upload(...given);

/** Reads a job. */
export const get: SpeechClient['get'] = async (...given) => (await library()).get(...given);

/** Deletes a job, its transcript and its audio. */
export const remove: SpeechClient['remove'] = async (...given) => (await library()).remove(...given);

/** Transcribes a microphone while it is recorded, as `SpeechClient.live`. On pages of other origins it needs `microphone: true`. */
export const live: SpeechClient['live'] = async (...given) => (await library()).live(...given);

export { connect, SpeechError };
