import type { BrowserEngine } from './browser-engine.ts';
import { fileToSend } from './page-tasks.ts';

/**
 * Gives the page a microphone that says the clip again and again. Firefox brings one that hums, and cannot decode the clip without a sound
 * card.
 */
export const plugIn = (engine: BrowserEngine, path: string): Promise<void> =>
  engine.run(async ({ base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    Object.defineProperty(MediaDevices.prototype, 'getUserMedia', {
      configurable: true,
      value: async () => {
        const context = new AudioContext();
        await context.resume();
        const source = new AudioBufferSourceNode(context, {
          buffer: await context.decodeAudioData(bytes.slice().buffer),
          loop: true,
        });
        const into = new MediaStreamAudioDestinationNode(context);
        source.connect(into);
        source.start();
        return into.stream;
      },
    });
  }, fileToSend(path));

/** What asks a person before the page is left would stop a test. */
export const leaveUnasked = (engine: BrowserEngine): Promise<void> =>
  engine.run(() =>
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
