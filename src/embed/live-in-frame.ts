import type { LiveText, LiveTextOptions } from '../client/live/live.ts';
import type { LiveToFrame, LiveUpdate } from './messages.ts';
import { type PortCalls, SpeechError } from './port-calls.ts';

/** Opens a live session in the frame, as `SpeechClient.live` does in a page of the app. */
export async function live(
  { source = 'microphone', request, signal, ...hooks }: LiveTextOptions,
  calls: PortCalls,
  frame: HTMLIFrameElement,
): Promise<LiveText> {
  if ([source].flat().includes('microphone') && !/\bmicrophone\b/.test(frame.allow)) {
    throw new SpeechError(
      'invalid_request',
      'The frame may not use the microphone. Connect with microphone: true.',
    );
  }
  if ([source].flat().some((one) => typeof one !== 'string'))
    throw new SpeechError('invalid_request', 'A stream does not reach the frame. Send its samples.');
  const { port1, port2: port } = new MessageChannel();
  const post = (message: LiveToFrame, transfer: Transferable[] = []) => port1.postMessage(message, transfer);
  let ended: Promise<void> = Promise.resolve();
  const id = await new Promise<string>((resolve, reject) => {
    const update = (news: LiveUpdate) => {
      if ('opened' in news) resolve(news.opened);
      else if ('text' in news) hooks.onText(news.text, news.of);
      else if ('partial' in news) hooks.onPartial?.(news.partial, news.of);
      else if ('message' in news) hooks.onMessage?.(news.message);
      else hooks.onProblem?.(news.problem);
    };
    const call = { call: 'live', source, port, ...(request && { request }) } as const;
    ended = calls.call<void>(call, signal, update, [port]).finally(() => port1.close());
    ended.catch(reject);
  });
  return {
    id,
    ended,
    send(samples) {
      const bytes = samples.slice();
      post({ samples: bytes }, [bytes.buffer]);
    },
    async stop() {
      post({ stop: true });
      await ended;
    },
  };
}
