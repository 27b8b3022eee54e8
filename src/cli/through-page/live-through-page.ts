import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JSHandle, Page } from 'playwright';
import { type WebSocket, WebSocketServer } from 'ws';
// Adds the page interface to the global scope's type.
import type {} from '../../client/api/page-interface.ts';
import type { LiveSocket } from '../../client/live/live-socket.ts';
import type * as OpenAiScript from '../../client/openai/answer-openai.ts';

/** Bytes of sound that are handed over at once. A sample that is cut goes on in the next frame. */
const PIECE = 2 ** 20;

/** Bytes that wait for the page before no more are read of a connection. */
const MOST_WAITING = 4 * PIECE;

/** How often a client is asked whether it is there. One that did not answer when the next question is due has gone. */
const PING_MS = 20_000;

/** Codes of a connection that broke, or ended without one: no peer may send them. */
const [NO_STATUS, ABNORMAL] = [1005, 1006];

/** By which the page's end learns that the client left without stopping: the session waits for another socket. */
const LEFT = 4000;

type FromPage = { data: string } | { close: number; reason: string };

/** Passes the WebSockets of live sessions on to the app's page, which alone serves them. */
export class LiveThroughPage {
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #receivers = new Map<number, (message: FromPage) => void>();
  #count = 0;

  private constructor(
    private readonly page: Page,
    private readonly pingMs: number,
  ) {}

  static async open(page: Page, pingMs = PING_MS): Promise<LiveThroughPage> {
    const sockets = new LiveThroughPage(page, pingMs);
    await page.exposeFunction(BINDING, (id: number, message: FromPage) =>
      sockets.#receivers.get(id)?.(message),
    );
    return sockets;
  }

  /** Takes a connection to `/v2/live`, which its token lets in, or of OpenAI's Realtime wire, which needs a key. */
  accept(request: IncomingMessage, connection: Duplex, head: Buffer, isRealtime = false): void {
    const protocols = isRealtime ? protocolsOf(request) : null;
    const address = new URL(request.url ?? '/', this.page.url()).href.replace(/^http/, 'ws');
    this.#server.handleUpgrade(request, connection, head, (socket) => {
      // As after a malformed frame, whose fault is answered by then. Without a listener, it would end the process.
      socket.on('error', () => socket.terminate());
      endWhenGone(socket, this.pingMs);
      this.#bridge(socket, { address, protocols }).catch((error: unknown) => {
        console.error(error instanceof Error ? error.message.split('\n')[0] : error);
        socket.terminate();
      });
    });
  }

  /** Ends all connections. Their sessions wait for others. */
  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  async #bridge(socket: WebSocket, called: { address: string; protocols: string[] | null }): Promise<void> {
    const id = this.#count++;
    this.#receivers.set(id, (message) => {
      if ('data' in message) socket.send(message.data);
      else closeWith(socket, message.close, message.reason);
    });
    const script = new URL('/openai.js', this.page.url()).href;
    const opening = this.page.evaluateHandle(openInPage, { id, ...called, script, binding: BINDING });
    /** Frames go one after the other. */
    let sending: Promise<unknown> = opening;
    let waiting = 0;
    const then = (bytes: number, act: (page: JSHandle<LiveSocket>) => Promise<unknown>) => {
      waiting += bytes;
      if (waiting > MOST_WAITING) socket.pause();
      sending = sending
        .then(async () => act(await opening))
        .catch(() => socket.terminate())
        .then(() => {
          waiting -= bytes;
          if (waiting <= MOST_WAITING && socket.isPaused) socket.resume();
        });
    };
    socket.on('message', (bytes, isBinary) => {
      // Always, unless its `binaryType` is changed.
      if (!Buffer.isBuffer(bytes)) return;
      if (!isBinary) then(bytes.length, (page) => page.evaluate(sendText, bytes.toString()));
      for (let from = 0; isBinary && from < bytes.length; from += PIECE) {
        const piece = bytes.subarray(from, from + PIECE);
        then(piece.length, (page) => page.evaluate(sendBytes, piece.toString('base64')));
      }
    });
    socket.once('close', (code, reason) => {
      const isSendable = code === 1000 || (code >= 3000 && code <= 4999);
      then(0, async (page) => {
        await page.evaluate(closeInPage, { code: isSendable ? code : LEFT, reason: reason.toString() });
        await page.dispose();
        this.#receivers.delete(id);
      });
    });
    await opening;
  }
}

const BINDING = 'earshotGatewayLive';

/** What a client asks for, in the form that browsers have for it: they cannot send the headers that other clients do. */
function protocolsOf({ headers }: IncomingMessage): string[] {
  const [, key] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const isFormer = String(headers['openai-beta'] ?? '').includes('realtime=v1');
  return [
    ...String(headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/),
    ...(key === undefined ? [] : [`openai-insecure-api-key.${key}`]),
    ...(isFormer ? ['openai-beta.realtime-v1'] : []),
  ];
}

/** Ends a connection whose other end is gone without a word, as where its network was lost. */
function endWhenGone(socket: WebSocket, pingMs: number): void {
  let isThere = true;
  socket.on('pong', () => {
    isThere = true;
  });
  const timer = setInterval(() => {
    // Nothing is read of it meanwhile.
    if (socket.isPaused) return;
    if (!isThere) return socket.terminate();
    isThere = false;
    socket.ping();
  }, pingMs);
  socket.once('close', () => clearInterval(timer));
}

function closeWith(socket: WebSocket, code: number, reason: string): void {
  if (code === ABNORMAL) socket.terminate();
  else if (code === NO_STATUS) socket.close();
  else socket.close(code, reason);
}

interface InPage {
  id: number;
  address: string;
  /** What a client of OpenAI's wire asks for; null for a session of `/v2`. */
  protocols: string[] | null;
  /** Address of the script that serves OpenAI's wire. */
  script: string;
  binding: string;
}

/** Runs in the page. Resolves once the session has the socket, or refused it. */
async function openInPage({ id, address, protocols, script, binding }: InPage) {
  const send: (id: number, message: FromPage) => void = Reflect.get(globalThis, binding);
  const openRealtime = async (port: MessagePort) => {
    const { serveRealtime }: typeof OpenAiScript = await import(script);
    await serveRealtime(port, address, protocols ?? []);
  };
  const socket = await globalThis.earshot.openLiveSocket(address, protocols ? openRealtime : undefined);
  await new Promise<void>((resolve) => {
    socket.onopen = () => resolve();
    socket.onmessage = (event) => send(id, { data: String(Reflect.get(event, 'data')) });
    socket.onclose = (event) => {
      const { code, reason } = event as CloseEvent;
      send(id, { close: code, reason });
      resolve();
    };
  });
  return socket;
}

const sendText = (socket: LiveSocket, text: string): void => socket.send(text);

/** Resolves once the page has stored most of what was sent. */
async function sendBytes(socket: LiveSocket, base64: string): Promise<void> {
  socket.send(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  while (socket.bufferedAmount > 4 * 2 ** 20) await new Promise((resolve) => setTimeout(resolve, 20));
}

const closeInPage = (socket: LiveSocket, { code, reason }: { code: number; reason: string }): void =>
  socket.close(code, reason);
