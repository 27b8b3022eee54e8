import type { LiveToHost, LiveToSocket, SessionTransport } from '../../contract/realms/live-connection.ts';
import { targetWithHandlers } from '../../lib/target-with-handlers.ts';
import { untilAbort } from '../../lib/until-abort.ts';

const STATES = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 } as const;
const { CONNECTING, OPEN, CLOSING, CLOSED } = STATES;
const ABNORMAL = 1006;
const NO_STATUS = 1005;
/** Longest reason that the standard allows for `close`. */
const MOST_REASON_BYTES = 123;

/** Bytes that were acknowledged to this page's sockets, by token: a client sends the others again when it comes back. */
const acknowledged = new Map<string, number>();

/** A socket of a live session that is served on this device, with the interface of `WebSocket`. */
export class LiveSocket extends targetWithHandlers(['open', 'message', 'error', 'close']) {
  readonly #url: string;
  readonly #token: string;
  readonly #port: MessagePort;
  readonly #life = new AbortController();
  #readyState: 0 | 1 | 2 | 3 = CONNECTING;
  #buffered = 0;
  #binaryType: BinaryType = 'blob';
  /** What goes in order: a Blob must be read first. */
  #sending: Promise<void> | null = null;

  constructor(url: string, transport: SessionTransport) {
    super();
    this.#url = url;
    this.#token = new URL(url).searchParams.get('token') ?? '';
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    // The port brings each message in a task of its own, so that handlers that are set after the constructor get all of them.
    port1.onmessage = ({ data }: MessageEvent<LiveToSocket>) => this.#receive(data);
    this.#connect(transport, port2).catch((error: unknown) => {
      console.error(error);
      this.#fail();
    });
  }

  async #connect(transport: SessionTransport, port: MessagePort): Promise<void> {
    const lock = `earshot-live-socket-${crypto.randomUUID()}`;
    // Held as long as this socket lives: if it is free, its page is gone.
    await new Promise<void>((held) => {
      void navigator.locks.request(lock, () => {
        held();
        return untilAbort(this.#life.signal);
      });
    });
    if (this.#readyState !== CONNECTING) return;
    await transport(port, { token: this.#token, acknowledged: acknowledged.get(this.#token) ?? null, lock });
  }

  #receive(message: LiveToSocket): void {
    if (this.#readyState === CLOSED) return;
    if ('open' in message) {
      // The page that serves it may be closed at any time.
      navigator.locks
        .request(message.open, { mode: 'shared', signal: this.#life.signal }, () => this.#fail())
        .catch(() => undefined);
      if (this.#readyState !== CONNECTING) return;
      this.#readyState = OPEN;
      this.dispatchEvent(new Event('open'));
    } else if ('data' in message) {
      if (this.#readyState === OPEN)
        this.dispatchEvent(
          new MessageEvent('message', { data: message.data, origin: new URL(this.#url).origin }),
        );
      this.#count(message.data);
    } else if ('received' in message) this.#buffered -= message.received;
    else if (this.#readyState === CONNECTING) {
      console.error(`The connection to ${this.#url.split('?')[0]} was refused: ${message.reason}`);
      this.#fail(message.close, message.reason);
    } else this.#end(message.close, message.reason, true);
  }

  /** Notes what is acknowledged once the client has seen it. */
  #count(data: string): void {
    if (!data.includes('"audio_chunk"')) return;
    const { type, acknowledged: isStored, data: content } = JSON.parse(data);
    if (type === 'audio_chunk' && isStored) acknowledged.set(this.#token, content.byte_range[1]);
  }

  /** Ends like a connection that broke, or was never made. */
  #fail(code = ABNORMAL, reason = ''): void {
    if (this.#readyState === CLOSED) return;
    this.#readyState = CLOSED;
    this.dispatchEvent(new Event('error'));
    this.#end(code, reason, false);
  }

  #end(code: number, reason: string, wasClean: boolean): void {
    this.#readyState = CLOSED;
    this.#life.abort();
    this.#port.close();
    this.dispatchEvent(new CloseEvent('close', { code, reason, wasClean }));
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (this.#readyState === CONNECTING)
      throw new DOMException('The socket is not open yet.', 'InvalidStateError');
    if (this.#readyState !== OPEN) return;
    if (data instanceof Blob || this.#sending) {
      this.#buffered += data instanceof Blob ? data.size : 0;
      const before = this.#sending ?? Promise.resolve();
      const sending = before.then(async () => {
        if (data instanceof Blob) {
          this.#buffered -= data.size;
          this.#post(new Uint8Array(await data.arrayBuffer()));
        } else this.#post(frameOf(data));
        if (this.#sending === sending) this.#sending = null;
      });
      this.#sending = sending;
    } else this.#post(frameOf(data));
  }

  #post(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#readyState !== OPEN) return;
    this.#buffered += typeof data === 'string' ? new TextEncoder().encode(data).length : data.length;
    const message: LiveToHost = { data };
    this.#port.postMessage(message, typeof data === 'string' ? [] : [data.buffer]);
  }

  close(code?: number, reason = ''): void {
    if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
      throw new DOMException(
        `The close code ${code} is neither 1000 nor between 3000 and 4999.`,
        'InvalidAccessError',
      );
    if (new TextEncoder().encode(reason).length > MOST_REASON_BYTES)
      throw new DOMException(`The reason is longer than ${MOST_REASON_BYTES} bytes.`, 'SyntaxError');
    if (this.#readyState >= CLOSING) return;
    const wasOpen = this.#readyState === OPEN;
    this.#readyState = CLOSING;
    const end = () => {
      if (wasOpen) this.#port.postMessage({ close: code ?? NO_STATUS, reason } satisfies LiveToHost);
      // In a task, like the answer of a server; timers of hidden pages are slow.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        if (this.#readyState === CLOSED) return;
        if (wasOpen) this.#end(code ?? NO_STATUS, reason, true);
        else this.#fail();
      };
      port2.postMessage(null);
    };
    if (this.#sending) void this.#sending.then(end);
    else end();
  }

  get url() {
    return this.#url;
  }
  get readyState() {
    return this.#readyState;
  }
  get bufferedAmount() {
    return this.#buffered;
  }
  get binaryType() {
    return this.#binaryType;
  }
  set binaryType(type) {
    if (type === 'blob' || type === 'arraybuffer') this.#binaryType = type;
  }
}

Object.assign(LiveSocket, STATES);
Object.assign(LiveSocket.prototype, STATES, { extensions: '', protocol: '' });

/** A copy, as it is now. */
function frameOf(data: string | ArrayBufferLike | ArrayBufferView): string | Uint8Array<ArrayBuffer> {
  if (typeof data === 'string') return data;
  const view = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return view.slice();
}
