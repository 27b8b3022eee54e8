import type { ErrorCode } from '../lib/errors/errors.ts';
import type { Call, FrameMessage, PageMessage } from './messages.ts';

/** A failure reported by the frame; `code` is listed in docs/errors.md. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: string[],
  ) {
    super(message);
  }
}

interface Pending {
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
  update: ((value: never) => void) | undefined;
}

/** Calls to the frame at the other end of a port. */
export class PortCalls {
  /** Receives messages that belong to no call. */
  onmessage: (message: FrameMessage) => void = () => undefined;
  readonly #port: MessagePort;
  readonly #pending = new Map<number, Pending>();
  #ended: SpeechError | null = null;
  #last = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
      if (!('id' in data)) return this.onmessage(data);
      const pending = this.#pending.get(data.id);
      if (data.type === 'update') pending?.update?.(data.value as never);
      else this.#pending.delete(data.id);
      if (data.type === 'result') pending?.resolve(data.value as never);
      if (data.type === 'failure') {
        pending?.reject(new SpeechError(data.error.code, data.error.message, data.error.details));
      }
    };
    // Some browsers report that the other end is gone.
    port.addEventListener('close', () =>
      this.end(new SpeechError('internal', 'The speech frame has been removed. Connect again.')),
    );
  }

  throwIfEnded(): void {
    if (this.#ended) throw this.#ended;
  }

  /** Makes a call. When the signal aborts, rejects at once and ends the call in the frame. */
  async call<T>(
    call: Call,
    signal?: AbortSignal,
    update?: (value: never) => void,
    transfer: Transferable[] = [],
  ): Promise<T> {
    this.throwIfEnded();
    if (signal?.aborted) throw cancelled();
    const id = ++this.#last;
    const abort = () => {
      this.#pending.get(id)?.reject(cancelled());
      this.#pending.delete(id);
      this.#post({ id, type: 'abort' });
    };
    signal?.addEventListener('abort', abort);
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, update });
        this.#post({ id, type: 'call', call }, transfer);
      });
    } finally {
      this.#pending.delete(id);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** A call's updates until it ends; leaving the loop cancels it. */
  async *updates<T>(call: Call, signal?: AbortSignal): AsyncGenerator<T, void, undefined> {
    const left = new AbortController();
    const news: T[] = [];
    let wake: () => void = () => undefined;
    let over = false;
    const ended = this.call(call, signal ? AbortSignal.any([signal, left.signal]) : left.signal, (value) => {
      news.push(value);
      wake();
    }).finally(() => {
      over = true;
      wake();
    });
    // Its failure is handled below.
    ended.catch(() => undefined);
    try {
      for (;;) {
        const next = news.shift();
        if (next !== undefined) yield next;
        else if (over) break;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
      await ended;
    } finally {
      left.abort();
    }
  }

  /** Fails all pending and future calls. */
  end(error: SpeechError): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    this.#port.close();
  }

  #post(message: PageMessage, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}

const cancelled = () => new SpeechError('cancelled', 'The call was cancelled.');
