/** A page asks the service worker for a live session's port; with a port. */
export const LIVE_CONNECTION = 'earshot-live-connection';

/** What a socket sends when it connects. */
export interface SocketHello {
  /** That `url` of the session has. */
  token: string;
  /** Bytes that were acknowledged to the sockets before it in this page; null if it is the first. */
  acknowledged: number | null;
  /** Name of the Web Lock that the page holds as long as the socket lives. */
  lock: string;
}

export interface LiveConnectionMessage {
  type: typeof LIVE_CONNECTION;
  hello: SocketHello;
}

/** The service worker asks its pages which of them serves sessions; that one answers, and gets the socket's port. */
export const LIVE_HOST = 'earshot-live-host';

/** What a socket sends through its port. */
export type LiveToHost = { data: string | Uint8Array<ArrayBuffer> } | { close: number; reason: string };

/** What comes through a socket's port. `open`: the Web Lock that the other end holds as long as it lives. */
export type LiveToSocket =
  | { open: string }
  | { data: string }
  /** Bytes of frames that were received. */
  | { received: number }
  | { close: number; reason: string };

/**
 * Connects a socket to the page that serves its session, which gets the other end of the port: within that page, or through the service
 * worker. A frame and a gateway's page are such pages, for sites and for clients on the network. Rejects where no page serves sessions.
 */
export type SessionTransport = (port: MessagePort, hello: SocketHello) => Promise<void>;
