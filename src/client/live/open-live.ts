import { type LiveMessage, liveMessage } from '../../contract/live/live-message.ts';
import type { LiveRequest } from '../../contract/live/live-request.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg, textOf } from '../../lib/errors/msg.ts';
import { type ApiClient, apiClient } from '../api/api-client.ts';
import { LiveSocket } from './live-socket.ts';
import { sessionTransport } from './session-transport.ts';

export interface LiveOptions {
  /** Called with each message of the session, in order. */
  onMessage(message: LiveMessage): void;
  /** Called with what goes wrong and ends nothing: the sound is still stored. */
  onProblem?(problem: Message): void;
  /** Leaves the session: the sound remains. */
  signal?: AbortSignal | undefined;
}

export interface LiveConnection {
  /** Id of the session, and of the job that it becomes. */
  readonly id: string;
  /** Resolves once the session has ended, by either side; rejects with AppError if it was lost or deleted. */
  readonly ended: Promise<void>;
  /** Interleaved samples in the request's encoding. */
  send(bytes: Uint8Array): void;
  /** Resolves once all final words came and the job is queued; `atOnce` leaves words not yet recognised to the job. */
  stop(atOnce?: boolean): Promise<void>;
  /** Leaves without stopping: the sound remains, and is offered as an interrupted recording. */
  close(): void;
}

const MOST_TRIES = 5;
/** The session does not exist any more. */
const UNKNOWN = 4404;
const [OPEN, CLOSED] = [1, 3];

/** Resolves when sound may be sent, which is kept until it is acknowledged. Rejects with AppError, as the request does. */
export async function openLive(
  request: LiveRequest,
  options: LiveOptions,
  api: ApiClient = apiClient,
): Promise<LiveConnection> {
  const { signal } = options;
  const all = {
    receive_partial_transcripts: true,
    // For the caller the session ends with its last words; the job goes on.
    receive_post_processing_events: false,
    receive_lifecycle_events: true,
  };
  const messages_config = { ...all, ...request.messages_config, receive_acknowledgments: true };
  const { id, url } = await api.createLive({ ...request, messages_config }, { signal });
  const connection = new OpenLive(id, url, options);
  await connection.opened;
  signal?.addEventListener('abort', () => connection.close(), { once: true });
  return connection;
}

class OpenLive implements LiveConnection {
  readonly id: string;
  readonly opened: Promise<void>;
  readonly #url: string;
  readonly #options: LiveOptions;
  #socket: LiveSocket | null = null;
  /** Frames that were not acknowledged, and the byte of the session at which the first begins. */
  #unsure: Uint8Array[] = [];
  #sure = 0;
  #stopping: 'no' | 'soon' | 'at-once' = 'no';
  #tries = 0;
  #settle: { resolve: () => void; reject: (error: AppError) => void } | null = null;
  readonly ended: Promise<void>;

  constructor(id: string, url: string, options: LiveOptions) {
    this.id = id;
    this.#url = url;
    this.#options = options;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.ended.catch(() => undefined);
    this.opened = new Promise((resolve, reject) => this.#open(resolve, reject));
  }

  #open(resolve: () => void, reject: (error: AppError) => void): void {
    const socket = new LiveSocket(this.#url, sessionTransport());
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      for (const bytes of this.#unsure) socket.send(bytes);
      this.#sendStop(socket);
      resolve();
    };
    socket.onmessage = (event) => {
      if (event instanceof MessageEvent) this.#receive(String(event.data));
    };
    socket.onclose = (event) => {
      const { code, reason } = event instanceof CloseEvent ? event : { code: 1006, reason: '' };
      if (socket !== this.#socket) return;
      if (code === 1000) {
        this.#settle?.resolve();
        return;
      }
      const isLost = (code >= 4400 && code <= 4499) || ++this.#tries >= MOST_TRIES;
      if (!isLost) {
        this.#open(resolve, reject);
        return;
      }
      const error = lostBy(code, reason);
      reject(error);
      this.#settle?.reject(error);
      this.#options.onProblem?.(error.whole);
    };
  }

  #receive(data: string): void {
    const { data: message } = liveMessage.safeParse(JSON.parse(data));
    if (!message) return;
    if (message.type === 'audio_chunk' && message.acknowledged && message.data)
      this.#acknowledge(message.data.byte_range[1]);
    if (message.type === 'error')
      this.#options.onProblem?.(textOf({ message: message.error.message, texts: message.texts }));
    this.#options.onMessage(message);
  }

  #acknowledge(until: number): void {
    for (let [first] = this.#unsure; first && this.#sure + first.length <= until; [first] = this.#unsure) {
      this.#unsure.shift();
      this.#sure += first.length;
    }
  }

  send(bytes: Uint8Array): void {
    if (this.#stopping !== 'no' || this.#socket === null || bytes.length === 0) return;
    this.#unsure.push(bytes.slice());
    if (this.#socket.readyState === OPEN) this.#socket.send(bytes);
  }

  stop(atOnce = false): Promise<void> {
    const isNews = this.#stopping === 'no' || (atOnce && this.#stopping === 'soon');
    if (isNews) {
      this.#stopping = atOnce ? 'at-once' : 'soon';
      if (this.#socket?.readyState === OPEN) this.#sendStop(this.#socket);
    }
    return this.ended;
  }

  #sendStop(socket: LiveSocket): void {
    if (this.#stopping === 'no') return;
    const at_once = this.#stopping === 'at-once';
    socket.send(JSON.stringify({ type: 'stop_recording', ...(at_once && { at_once }) }));
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#settle?.resolve();
    if (socket && socket.readyState !== CLOSED) socket.close(4000, 'left');
  }
}

const lostBy = (code: number, reason: string): AppError =>
  code === UNKNOWN
    ? new AppError('not_found', msg`The live session was deleted, or has ended elsewhere.`)
    : new AppError(
        'internal',
        msg`The live session was lost${reason ? `: ${reason}` : '.'} Its sound is stored up to here.`,
      );
