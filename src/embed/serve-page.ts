import type { SpeechClient } from '../client/api/speech-client.ts';
import { JOB_STATUSES } from '../contract/jobs/pre-recorded-job.ts';
import { importQuery } from '../contract/transcripts/imported-transcript.ts';
import { exportQuery, transcriptFormat } from '../contract/transcripts/transcript-formats.ts';
import { APP_PREFIX, pathInApp } from '../lib/addresses/app-base.ts';
import { mayHaveBody } from '../lib/bytes/with-body.ts';
import { AppError, toErrorData } from '../lib/errors/errors.ts';
import { msg, verbatim } from '../lib/errors/msg.ts';
import { z } from '../lib/zod.ts';
import type { Call, FrameMessage, ResponseMessage } from './messages.ts';
import { serveLive } from './serve-live.ts';

export interface FrameService {
  origin: string;
  fetch: typeof fetch;
  /** Sent with every request, replacing any key the page's code sends. */
  key: string;
  client: SpeechClient;
}

const name = z.string().optional();
const liveSource = z.enum(['microphone', 'screen']);
const moment = z.union([z.date(), z.string()]).optional();

const call = z.discriminatedUnion('call', [
  z.object({
    call: z.literal('fetch'),
    url: z.string(),
    method: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z
      .discriminatedUnion('kind', [
        z.object({
          kind: z.literal('form'),
          entries: z.array(
            z.tuple([z.string(), z.union([z.string(), z.instanceof(Blob)]), z.string().optional()]),
          ),
        }),
        z.object({
          kind: z.literal('bytes'),
          value: z.union([z.instanceof(Blob), z.instanceof(ArrayBuffer), z.instanceof(ReadableStream)]),
        }),
      ])
      .nullable(),
  }),
  z.object({ call: z.literal('upload'), audio: z.instanceof(Blob), filename: name }),
  z.object({
    call: z.literal('transcribe'),
    audio: z.union([z.instanceof(Blob), z.string()]),
    // Its content is parsed by the contract like any request.
    request: z.record(z.string(), z.unknown()),
    filename: name,
    whenModelMissing: z.enum(['wait', 'fail']).optional(),
  }),
  z.object({
    call: z.literal('runAddons'),
    job: z.string(),
    request: z.record(z.string(), z.unknown()),
  }),
  z.object({ call: z.enum(['watch', 'get', 'cancel', 'remove']), job: z.string() }),
  z.object({
    call: z.literal('transcript'),
    job: z.string(),
    format: transcriptFormat.optional(),
    ...exportQuery,
    language: z.string().optional(),
    names: z.boolean().optional(),
    speakers: z.boolean().optional(),
  }),
  importQuery.extend({
    call: z.literal('importTranscript'),
    job: z.string(),
    file: z.union([z.instanceof(Blob), z.string()]),
  }),
  z.object({
    call: z.literal('list'),
    offset: z.number().optional(),
    limit: z.number().optional(),
    status: z.array(z.enum(JOB_STATUSES)).optional(),
    date: moment,
    before_date: moment,
    after_date: moment,
    custom_metadata: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({
    call: z.literal('live'),
    source: z.union([liveSource, z.array(liveSource).min(1).max(2), z.literal('samples')]).optional(),
    request: z.record(z.string(), z.unknown()).optional(),
    port: z.instanceof(MessagePort),
  }),
]);

const pageMessage = z.discriminatedUnion('type', [
  z.object({ id: z.number(), type: z.literal('call'), call: z.unknown() }),
  z.object({ id: z.number(), type: z.literal('abort') }),
]);

export function servePage(port: MessagePort, service: FrameService, signal: AbortSignal): void {
  const running = new Map<number, AbortController>();
  const post = (message: FrameMessage) => port.postMessage(message);

  const answer = async (id: number, wanted: unknown) => {
    const stop = new AbortController();
    running.set(id, stop);
    try {
      const parsed = call.safeParse(wanted);
      if (!parsed.success) throw new AppError('invalid_request', verbatim(z.prettifyError(parsed.error)));
      const update = (value: unknown) => post({ id, type: 'update', value });
      const value = await run(parsed.data as Call, service, update, AbortSignal.any([signal, stop.signal]));
      post({ id, type: 'result', value });
    } catch (error) {
      post({ id, type: 'failure', error: toErrorData(error) });
    } finally {
      running.delete(id);
    }
  };

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = pageMessage.safeParse(data).data;
    if (message?.type === 'call') void answer(message.id, message.call);
    if (message?.type === 'abort') running.get(message.id)?.abort();
  };
  signal.addEventListener('abort', () => port.close(), { once: true });
}

async function run(
  wanted: Call,
  service: FrameService,
  update: (value: unknown) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const { client } = service;
  switch (wanted.call) {
    case 'fetch':
      return answerRequest(wanted, service, signal);
    case 'upload':
      return client.upload(wanted.audio, { ...named(wanted.filename), signal });
    case 'transcribe': {
      const { audio, request, filename, whenModelMissing } = wanted;
      const options = { ...named(filename), ...(whenModelMissing && { whenModelMissing }) };
      return client.transcribe(audio, request, { ...options, onUpdate: update, signal });
    }
    case 'runAddons':
      return client.runAddons(wanted.job, wanted.request, { onUpdate: update, signal });
    case 'watch':
      for await (const news of client.watch(wanted.job, { signal })) update(news);
      return undefined;
    case 'transcript': {
      const { call: _, job, ...options } = wanted;
      return client.transcript(job, { ...options, signal });
    }
    case 'importTranscript': {
      const { call: _, job, file, ...options } = wanted;
      return client.importTranscript(job, file, { ...options, signal });
    }
    case 'list': {
      const { call: _, ...options } = wanted;
      return client.list({ ...options, signal });
    }
    case 'live':
      return serveLive(wanted, client, update, signal);
    default:
      return client[wanted.call](wanted.job, { signal });
  }
}

const named = (filename: string | undefined) => (filename === undefined ? {} : { filename });

async function answerRequest(
  { url, method, headers, body }: Extract<Call, { call: 'fetch' }>,
  { origin, fetch, key }: FrameService,
  signal: AbortSignal,
): Promise<ResponseMessage> {
  const address = new URL(url, origin);
  if (address.origin !== origin || !/^\/v2(\/|$)/.test(pathInApp(address.pathname))) {
    throw new AppError(
      'invalid_request',
      msg`Only requests to ${origin + APP_PREFIX}/v2 are answered here, not ${address.href}.`,
    );
  }
  const sent = new Headers(headers);
  sent.set('x-service-key', key);
  const response = await fetch(address.href, { method, headers: sent, body: await toBody(body), signal });
  // The page could make no response of one that must have no body.
  const hasBody = response.body !== null && method !== 'HEAD' && mayHaveBody(response.status);
  return {
    url: address.href,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: hasBody ? await response.blob() : null,
  };
}

async function toBody(body: Extract<Call, { call: 'fetch' }>['body']): Promise<BodyInit | null> {
  if (body?.kind === 'form') {
    const form = new FormData();
    for (const [field, value, filename] of body.entries) {
      if (typeof value === 'string') form.append(field, value);
      else form.append(field, value, filename);
    }
    return form;
  }
  // Requests can stream only over some connections, so a stream is collected first.
  const value = body?.value ?? null;
  return value instanceof ReadableStream ? new Response(value).blob() : value;
}
