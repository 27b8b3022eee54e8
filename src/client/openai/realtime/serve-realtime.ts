import type { LiveToHost, LiveToSocket } from '../../../contract/realms/live-connection.ts';
import { untilAbort } from '../../../lib/until-abort.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { openLive } from '../../live/open-live.ts';
import { toOpenAiFailure } from '../openai-error.ts';
import { RealtimeSession } from './realtime-session.ts';

/** By which OpenAI's service ends a connection whose opening was wrong. */
const REFUSED = 3000;

/** Models whose sessions are conversations, for which nothing is here. */
const TALKS = /^gpt-(?:4o-)?(?:mini-)?realtime(?!-whisper)/;

export interface RealtimeOpening {
  /** The address that the client connects to. */
  url: string;
  /** The service, with the client's key. */
  api: ApiClient;
  isFormer: boolean;
}

/** Its other end is that of a `LiveSocket`. Resolves once the session is open or refused. Never rejects. */
export async function serveRealtime(
  port: MessagePort,
  { url, api, isFormer }: RealtimeOpening,
): Promise<void> {
  const life = new AbortController();
  const post = (message: LiveToSocket) => port.postMessage(message);
  const lock = `earshot-realtime-${crypto.randomUUID()}`;
  await new Promise<void>((held) => {
    void navigator.locks.request(lock, () => {
      held();
      return untilAbort(life.signal);
    });
  });
  post({ open: lock });
  const query = new URL(url).searchParams;
  const model = query.get('model');
  const session = new RealtimeSession(
    { model, isFormer },
    {
      send: (event) => post({ data: JSON.stringify(event) }),
      openLive: (request, options) => openLive(request, options, api),
      discard: (id) => api.deleteLive(id),
    },
  );
  const end = (reason: string) => {
    post({ close: REFUSED, reason });
    life.abort();
    port.close();
  };
  try {
    // Refuses a key that is not valid.
    await api.listJobs({ limit: 1 });
  } catch (error) {
    const { message, code } = toOpenAiFailure(error).body.error;
    session.sendError({ code: code ?? 'invalid_api_key', message });
    return end(`invalid_request_error.${code}`);
  }
  if (query.get('intent') !== 'transcription' && (model === null || TALKS.test(model))) {
    const message = 'Sessions here transcribe: connect with intent=transcription, or with a model that does.';
    session.sendError({ code: 'invalid_intent', message, param: model === null ? 'intent' : 'model' });
    return end('invalid_request_error.invalid_intent');
  }
  port.onmessage = ({ data: message }: MessageEvent<LiveToHost>) => {
    if ('close' in message) {
      port.close();
      session
        .end()
        .catch(console.warn)
        .finally(() => life.abort());
      return;
    }
    const { data } = message;
    session.receive(data);
    post({ received: typeof data === 'string' ? new TextEncoder().encode(data).length : data.length });
  };
}
