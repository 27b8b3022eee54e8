import type { ExportChoices, ImportOptions, ListOptions } from '../client/api/call-options.ts';
import type { TranscribeRequest } from '../client/api/speech-client.ts';
import type { LiveTextOptions } from '../client/live/live.ts';
import type { AddonsRequestInput } from '../contract/addons/addons-request.ts';
import type { LiveMessage } from '../contract/live/live-message.ts';
import type { TranscriptFormat } from '../contract/transcripts/transcript-formats.ts';
import type { ErrorData } from '../lib/errors/errors.ts';

/** Messages between a page and its frame; the page's script imports only types from here. */

/** What the frame can do, sent on connection. */
export interface FrameCapabilities {
  /** Where jobs and audio are kept: in the browser's storage, or in memory until the frame closes. */
  storage: 'persistent' | 'memory';
  /** Whether a service worker responds; without one the frame handles requests itself, and nothing works offline. */
  serviceWorker: boolean;
  /** CPU threads available to a model: one if the page is not cross-origin isolated. */
  threads: number;
  /** Whether models can run on the GPU. */
  webgpu: boolean;
  /** Limitations and their reasons, in sentences for people. */
  notes: string[];
}

/** The first message, with a port for everything that follows. */
export interface ConnectMessage {
  type: 'earshot-connect';
  version: 1;
  /** A key to use instead of the origin's own. */
  key?: string;
}

/** Posted by the frame to its parent when it is ready to connect. */
export interface HelloMessage {
  type: 'earshot-hello';
}

/** A request body in transit: a form is sent as its entries, so that files are not read. */
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

/** The typed client's calls; those that report progress post updates before they finish. */
export type ClientCall =
  | { call: 'upload'; audio: Blob; filename?: string | undefined }
  | {
      call: 'transcribe';
      audio: Blob | string;
      request: TranscribeRequest;
      filename?: string | undefined;
      whenModelMissing?: 'wait' | 'fail' | undefined;
    }
  | { call: 'runAddons'; job: string; request: AddonsRequestInput }
  | { call: 'watch' | 'get' | 'cancel' | 'remove'; job: string }
  | ({ call: 'transcript'; job: string; format?: TranscriptFormat | undefined } & ExportChoices)
  | ({ call: 'importTranscript'; job: string; file: Blob | string } & Omit<ImportOptions, 'signal'>)
  | ({ call: 'list' } & Omit<ListOptions, 'signal'>)
  | LiveCall;

/** Opens a live session; its port takes what the page sends. The call ends with the session. */
export interface LiveCall extends Pick<LiveTextOptions, 'source' | 'request'> {
  call: 'live';
  port: MessagePort;
}

/** What a page sends through the port of its session: samples where the source is `samples`, and the end. */
export type LiveToFrame = { samples: Uint8Array } | { stop: true };

/** Updates of a live session until it ends. */
export type LiveUpdate =
  | { opened: string }
  | { message: LiveMessage }
  | { text: string; of: LiveMessage }
  | { partial: string; of: LiveMessage }
  | { problem: string };

export type Call = FetchCall | ClientCall;

export type PageMessage = { id: number; type: 'call'; call: Call } | { id: number; type: 'abort' };

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
  /** The frame has something to show to the user, this many CSS pixels high, or no longer does. */
  | { type: 'show'; height: number }
  | { type: 'hide' }
  | { id: number; type: 'result'; value: unknown }
  | { id: number; type: 'update'; value: unknown }
  | { id: number; type: 'failure'; error: ErrorData };
