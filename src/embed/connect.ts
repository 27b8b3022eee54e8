import type { SpeechClient } from '../client/api/speech-client.ts';
import { appFolder } from './app-folder.ts';
import { live } from './live-in-frame.ts';
import type { ConnectMessage, FrameCapabilities, FrameMessage, ResponseMessage } from './messages.ts';
import { PortCalls, SpeechError } from './port-calls.ts';
import { toFetchCall, toResponse } from './request-message.ts';

export interface ConnectOptions {
  /** Where the app is installed, such as `https://speech.example`. */
  src: string | URL;
  /** A key of the app to use instead of your origin's own. */
  key?: string;
  /**
   * Your own frame, anywhere in the page. By default one is created and shown only when the user must decide
   * something.
   */
  frame?: HTMLIFrameElement;
  /** Lets the frame use the microphone, for `live`. The browser asks for it in your site's name. */
  microphone?: boolean;
  signal?: AbortSignal;
}

export interface Connection extends SpeechClient {
  /** Like `fetch`, for URLs below `/v2`, including relative ones. */
  fetch: typeof fetch;
  /** What the frame can do in this browser. */
  capabilities: FrameCapabilities;
  frame: HTMLIFrameElement;
  /** Cancels all calls and removes the frame unless it is your own. Data kept in its memory is lost. */
  close(): void;
}

/** How long a loaded frame may remain silent. */
const SILENCE_MS = 15_000;

const SHOWN =
  'position:fixed;inset:auto 1rem 1rem auto;width:min(26rem,calc(100vw - 2rem));border:0;border-radius:1rem;box-shadow:0 .5rem 2rem ' +
  '#0006;z-index:2147483647;color-scheme:light dark';
// Not `display:none`: some browsers load or run such a frame late.
const HIDDEN =
  'position:fixed;width:1px;height:1px;border:0;opacity:0;pointer-events:none;inset:auto 0 0 auto';

/**
 * Embeds the app in a frame of this page and connects to it. Rejects with a `SpeechError` (`code`, `message`) if this
 * origin is not allowed, the user declines or the app cannot be reached.
 */
export async function connect({
  src,
  key,
  frame: own,
  microphone,
  signal,
}: ConnectOptions): Promise<Connection> {
  const page = new URL('embed.html', appFolder(src));
  const frame = own ?? document.createElement('iframe');
  const wasHidden = frame.hidden;
  const show = (height: number | null) => {
    if (own) own.hidden = height === null ? wasHidden : false;
    else frame.style.cssText = height === null ? HIDDEN : `${SHOWN};height:${height}px`;
  };
  if (!own) frame.title = 'Speech to text';
  frame.allow = `${frame.allow};cross-origin-isolated${microphone ? ';microphone' : ''}`;
  show(null);

  const { port1: port, port2 } = new MessageChannel();
  const calls = new PortCalls(port);
  const ended = new AbortController();
  const close = () => {
    ended.abort();
    calls.end(new SpeechError('cancelled', 'The connection to the speech frame was closed.'));
    if (!own) frame.remove();
    else show(null);
  };

  const capabilities = await new Promise<FrameCapabilities>((resolve, reject) => {
    const untilEnd = { signal: ended.signal };
    const fail = (error: unknown) => {
      close();
      reject(error);
    };
    const cancel = () => fail(new SpeechError('cancelled', 'Connecting was cancelled.'));
    if (signal?.aborted) return cancel();
    signal?.addEventListener('abort', cancel, untilEnd);
    let said = false;
    addEventListener(
      'message',
      ({ source, data, origin }) => {
        if (source !== frame.contentWindow || data?.type !== 'earshot-hello') return;
        // A frame sandboxed by the page has no origin of its own.
        if (origin !== page.origin && origin !== 'null') return;
        if (said)
          return calls.end(new SpeechError('internal', 'The speech frame was reloaded. Connect again.'));
        said = true;
        const message: ConnectMessage = { type: 'earshot-connect', version: 1, ...(key && { key }) };
        frame.contentWindow?.postMessage(message, origin === 'null' ? '*' : origin, [port2]);
      },
      untilEnd,
    );
    // A page that is missing or must not be framed also fires the load event.
    frame.addEventListener(
      'load',
      () => {
        setTimeout(() => {
          if (!said)
            fail(
              new SpeechError(
                'internal',
                `${page.href} does not respond in a frame. Check that the app is served there and that its headers allow this page (frame-ancestors).`,
              ),
            );
        }, SILENCE_MS);
      },
      untilEnd,
    );
    calls.onmessage = (message: FrameMessage) => {
      if (message.type === 'show') show(message.height);
      if (message.type === 'hide') show(null);
      if (message.type === 'refused') fail(new SpeechError(message.error.code, message.error.message));
      if (message.type === 'connected') {
        signal?.removeEventListener('abort', cancel);
        resolve(message.capabilities);
      }
    };
    frame.src = page.href;
    if (!own) document.body.append(frame);
  });

  return {
    capabilities,
    frame,
    close,
    fetch: async (input, init) => {
      const request = await toFetchCall(input, init, page);
      const aborted = request.signal;
      try {
        return toResponse(
          await calls.call<ResponseMessage>(request.call, aborted, undefined, request.transfer),
        );
      } catch (error) {
        aborted.throwIfAborted();
        throw new TypeError(error instanceof Error ? error.message : String(error), { cause: error });
      }
    },
    ready: async () => calls.throwIfEnded(),
    upload: (audio, { signal: stop, filename } = {}) => calls.call({ call: 'upload', audio, filename }, stop),
    transcribe: (audio, request = {}, { signal: stop, onUpdate, ...options } = {}) =>
      calls.call({ call: 'transcribe', audio, request, ...options }, stop, onUpdate),
    runAddons: (job, request, { signal: stop, onUpdate } = {}) =>
      calls.call({ call: 'runAddons', job, request }, stop, onUpdate),
    watch: (job, { signal: stop } = {}) => calls.updates({ call: 'watch', job }, stop),
    get: (job, { signal: stop } = {}) => calls.call({ call: 'get', job }, stop),
    transcript: (job, { signal: stop, ...options } = {}) =>
      calls.call({ call: 'transcript', job, ...options }, stop),
    importTranscript: (job, file, { signal: stop, ...options } = {}) =>
      calls.call({ call: 'importTranscript', job, file, ...options }, stop),
    live: (options) => live(options, calls, frame),
    list: ({ signal: stop, ...options } = {}) => calls.call({ call: 'list', ...options }, stop),
    cancel: (job, { signal: stop } = {}) => calls.call({ call: 'cancel', job }, stop),
    remove: (job, { signal: stop } = {}) => calls.call({ call: 'remove', job }, stop),
  };
}

export { SpeechError };
