import type { LiveText, LiveTextOptions } from '../client/live/live.ts';
import type { LiveUpdate } from './messages.ts';
import { type PortCalls, SpeechError } from './port-calls.ts';

/** Opens a live session in the frame, as `SpeechClient.live` does in a page of the app. */
export async function live(
  { source = 'microphone', request, signal, ...told }: LiveTextOptions,
  calls: PortCalls,
  frame: HTMLIFrameElement,
): Promise<LiveText> {
  if ([source].flat().includes('microphone') && !/\bmicrophone\b/.test(frame.allow)) {
    throw new SpeechError(
      'invalid_request',
      'The frame may not use the microphone. Connect with microphone: true.',
    );
  }
  let ended: Promise<void> = Promise.resolve();
  const session = await new Promise<string>((resolve, reject) => {
    const update = (news: LiveUpdate) => {
      if ('opened' in news) resolve(news.opened);
      else if ('text' in news) told.onText(news.text, news.of);
      else if ('partial' in news) told.onPartial?.(news.partial, news.of);
      else if ('message' in news) told.onMessage?.(news.message);
      else told.onProblem?.(news.problem);
    };
    ended = calls.call({ call: 'live', source, ...(request && { request }) }, signal, update);
    ended.catch(reject);
  });
  return {
    id: session,
    send(samples) {
      const bytes = samples.slice();
      calls
        .call({ call: 'sendLive', session, samples: bytes }, signal, undefined, [bytes.buffer])
        .catch((error: SpeechError) => told.onProblem?.(error.message));
    },
    async stop() {
      await calls.call({ call: 'stopLive', session }, signal);
      await ended;
    },
  };
}
