import type { ListOptions } from '../client/api-client.ts';
import type { TranscribeRequest } from '../client/speech-client.ts';
import type { ErrorData } from '../lib/errors.ts';

/** What a page and the frame in it tell each other; the page's script imports nothing from here but types. */

/** What the frame can do here, told when it is connected. */
export interface FrameCapabilities {
  /** Where jobs and audio lie: kept in the browser, or in the frame's memory, gone when the frame is closed. */
  storage: 'persistent' | 'memory';
  /** Whether a service worker answers; without one the frame answers itself, and nothing works offline. */
  serviceWorker: boolean;
  /** Threads of the processor that a model can run on: one, where the page is not cross-origin isolated. */
  threads: number;
  /** Whether models can run on the graphics processor. */
  webgpu: boolean;
  /** What of this is less than it could be, and why, in sentences for people. */
  notes: string[];
}

/** The first message, with a port for all that follows. */
export interface ConnectMessage {
  type: 'earshot-connect';
  version: 1;
  /** A key to use instead of the origin's own. */
  key?: string;
}

/** Posted by the frame to its parent when it can be connected. */
export interface HelloMessage {
  type: 'earshot-hello';
}

/** A request's body as it crosses: a form by its entries, so that files are not read. */
export type BodyMessage =
  | { kind: 'form'; entries: [name: string, value: string | Blob, filename?: string][] }
  | { kind: 'bytes'; value: Blob | ArrayBuffer | ReadableStream<Uint8Array<ArrayBuffer>> };

export interface FetchCall {
  call: 'fetch';
  url: string;
  method: string;
  headers: [string, string][];
  body: BodyMessage | null;
}

/** The calls of the typed client; those that tell of progress post updates before they are done. */
export type ClientCall =
  | { call: 'upload'; audio: Blob; filename?: string | undefined }
  | {
      call: 'transcribe';
      audio: Blob | string;
      request: TranscribeRequest;
      filename?: string | undefined;
      whenModelMissing?: 'wait' | 'fail' | undefined;
    }
  | { call: 'watch' | 'get' | 'cancel' | 'remove'; job: string }
  | ({ call: 'list' } & Omit<ListOptions, 'signal'>);

export type Call = FetchCall | ClientCall;

export type PageMessage = { id: number; type: 'call'; call: Call } | { id: number; type: 'abort' };

/** A response as it crosses. */
export interface ResponseMessage {
  url: string;
  status: number;
  statusText: string;
  headers: [string, string][];
  body: Blob | null;
}

export type FrameMessage =
  | { type: 'connected'; capabilities: FrameCapabilities }
  | { type: 'refused'; error: ErrorData }
  /** The frame has something to show to its user, so many CSS pixels high; or has no more. */
  | { type: 'show'; height: number }
  | { type: 'hide' }
  | { id: number; type: 'result'; value: unknown }
  | { id: number; type: 'update'; value: unknown }
  | { id: number; type: 'failure'; error: ErrorData };
