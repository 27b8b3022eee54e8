import type { SpeechClient } from '../client/api/speech-client.ts';
import { AppError, toAppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import type { LiveCall, LiveToFrame, LiveUpdate } from './messages.ts';

/** Runs a live session for the page around this frame. Resolves once it was stopped, or left by the signal. */
export async function serveLive(
  { source, request, port }: LiveCall,
  client: SpeechClient,
  update: (value: LiveUpdate) => void,
  signal: AbortSignal,
): Promise<void> {
  if (source !== undefined && [source].flat().includes('screen')) {
    throw new AppError('invalid_request', msg`A frame cannot ask for the sound of a tab or the computer.`, {
      remedy: msg`Capture it in your page and send it with the source \`samples\`.`,
    });
  }
  const session = await client.live({
    ...(source !== undefined && { source }),
    ...(request && { request }),
    onText: (text, of) => update({ text, of }),
    onPartial: (partial, of) => update({ partial, of }),
    onMessage: (message) => update({ message }),
    onProblem: (problem) => update({ problem }),
    signal,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
      port.onmessage = ({ data }: MessageEvent<LiveToFrame>) => {
        if ('stop' in data) session.stop().then(resolve, reject);
        else send(data.samples);
      };
      update({ opened: session.id });
    });
  } finally {
    port.close();
  }

  function send(samples: Uint8Array): void {
    try {
      session.send(samples);
    } catch (error) {
      update({ problem: toAppError(error).message });
    }
  }
}
