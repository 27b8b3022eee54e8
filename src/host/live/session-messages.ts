import { isWanted, type LiveContent, type LiveMessage } from '../../contract/live/live-message.ts';
import type { LiveToSocket } from '../../contract/realms/live-connection.ts';
import { inEnglish, type Message } from '../../lib/errors/msg.ts';
import { addLiveMessages, type LiveSessionRecord } from '../../storage/live/live-store.ts';

/** The messages of a live session: each goes to its socket and its callback, and all but passing ones are stored. */
export class SessionMessages {
  readonly #session: LiveSessionRecord;
  readonly #onMessage: (message: LiveMessage) => void;
  #port: MessagePort | null = null;
  /** Messages for which there was no socket. */
  #waiting: string[] = [];
  /** Messages stored so far, and the work that stores them. */
  #stored: number;
  #storing: Promise<void> = Promise.resolve();

  /** @param stored messages that the session has sent, in an earlier page */
  constructor(session: LiveSessionRecord, stored: number, onMessage: (message: LiveMessage) => void) {
    this.#session = session;
    this.#stored = stored;
    this.#onMessage = onMessage;
  }

  get port(): MessagePort | null {
    return this.#port;
  }

  /** Whether no message is stored. */
  get isNew(): boolean {
    return this.#stored === 0;
  }

  /** Resolves when all messages so far are stored. */
  get kept(): Promise<void> {
    return this.#storing;
  }

  attach(port: MessagePort): void {
    this.#port = port;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const data of waiting) this.post({ data });
  }

  detach(code: number, reason: string): void {
    this.post({ close: code, reason });
    if (this.#port) this.#port.onmessage = null;
    this.#port?.close();
    this.#port = null;
  }

  /** @param unrecognised whether nothing more is recognised in this session */
  sendFault(text: Message, unrecognised = false): void {
    const error = { message: inEnglish(text) };
    this.send({ type: 'error', error, texts: [text], ...(unrecognised && { unrecognised }) });
  }

  send(content: LiveContent): void {
    const { id, params } = this.#session;
    const message: LiveMessage = { session_id: id, created_at: new Date().toISOString(), ...content };
    const data = JSON.stringify(message);
    const isPassing =
      message.type === 'audio_chunk' || (message.type === 'transcript' && !message.data.is_final);
    if (isWanted(content, params.messages_config)) {
      if (this.#port) this.post({ data });
      // An acknowledgment that nobody got is made again for the bytes that come again.
      else if (!isPassing) this.#waiting.push(data);
    }
    this.#onMessage(message);
    if (isPassing) return;
    const at = this.#stored++;
    this.#storing = this.#storing.then(() => addLiveMessages(id, at, [data])).catch(console.warn);
  }

  post(message: LiveToSocket): void {
    this.#port?.postMessage(message);
  }
}
