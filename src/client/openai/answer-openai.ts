import type { AddonError } from '../../contract/addons/addon-envelope.ts';
import { plainAddress } from '../../contract/clients/base-address.ts';
import { AUTOMATIC } from '../../contract/jobs/model-name.ts';
import { type OpenAiEvent, openAiErrorBody } from '../../contract/openai/openai-answers.ts';
import {
  isWhisper,
  modelOf,
  type OpenAiTranscription,
  type OpenAiTranslation,
  openAiTranscription,
  openAiTranslation,
} from '../../contract/openai/openai-request.ts';
import { AppError, isErrorCode } from '../../lib/errors/errors.ts';
import { msg, verbatim } from '../../lib/errors/msg.ts';
import { isWebKit } from '../../lib/is-webkit.ts';
import type { z } from '../../lib/zod.ts';
import { ApiClient } from '../api/api-client.ts';
import type { JobRequest } from '../api/call-options.ts';
import { handOver } from '../api/hand-over.ts';
import { speechClient } from '../api/speech-client.ts';
import type { FinishedJob } from '../jobs/job-update.ts';
import { modelList, modelResponse, ofNamedModel } from './named-models.ts';
import { faultOfFields, openAiErrorResponse, toOpenAiFailure } from './openai-error.ts';
import { logprobsOf, namesOf, toDiarized, toText, toVerbose, type WholeText } from './openai-results.ts';
import { readOpenAiForm } from './read-openai-form.ts';
import { GrowingText } from './stream-text.ts';

/** Response header with the id of the job, as in `/v2/pre-recorded/{id}`. */
const JOB_HEADER = 'x-request-id';

interface Call {
  request: Request;
  /** The request's body, if it is a form that is already parsed. */
  form?: FormData | undefined;
  api: ApiClient;
}

/** Answers a request by jobs of `/v2`. Never rejects. `base` ends in `/v1`; `form` is the body, if it is already parsed. */
export async function answerOpenAi(request: Request, base: string, form?: FormData): Promise<Response> {
  try {
    const url = new URL(plainAddress(new URL(request.url)));
    return await answer(request, url, new URL(base).pathname, form);
  } catch (error) {
    return openAiErrorResponse(error);
  }
}

async function answer(request: Request, url: URL, basePath: string, form?: FormData): Promise<Response> {
  const path = url.pathname.slice(basePath.length).replace(/\/+$/, '');
  const call: Call = { request, form, api: clientOf(request) };
  const [, model] = /^\/models(?:\/(.+))?$/.exec(path) ?? [];
  if (request.method === 'GET' && path.startsWith('/models')) {
    // Refuses a key that is not valid.
    await call.api.listJobs({ limit: 1, signal: request.signal });
    return model === undefined ? Response.json(modelList()) : modelResponse(model);
  }
  if (request.method === 'POST' && path === '/audio/transcriptions') return transcriptions(call);
  if (request.method === 'POST' && path === '/audio/translations') return translations(call);
  return refusal(404, `Invalid URL (${request.method} ${url.pathname})`, { code: 'unknown_url' });
}

/** The service at this page's own origin, with the key of the request. */
function clientOf({ headers }: Pick<Request, 'headers'>): ApiClient {
  const [, key] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return new ApiClient({
    ready: async () => undefined,
    key: async () => {
      if (key !== undefined) return key;
      throw new AppError(
        'unauthorized',
        msg`The Authorization header must be “Bearer” and a key of the app.`,
      );
    },
    fetch: (...sent) => (isWebKit() ? handOver(...sent) : globalThis.fetch(...sent)),
  });
}

/**
 * Serves a socket of the wire's Realtime sessions through a port (`serve-realtime.ts`), which few pages need.
 *
 * @param url the address that the client connects to
 * @param protocols of the socket, by which browsers send a key: none, one or a list
 */
export async function serveRealtime(port: MessagePort, url: string, protocols: unknown): Promise<void> {
  const asked = [protocols ?? []].flat().map(String);
  const [key = ''] = asked.flatMap((one) => /^openai-insecure-api-key\.(.+)/.exec(one)?.[1] ?? []);
  const api = clientOf({ headers: new Headers({ authorization: `Bearer ${key}` }) });
  const { serveRealtime: serve } = await import('./realtime/serve-realtime.ts');
  await serve(port, { url, api, isFormer: asked.includes('openai-beta.realtime-v1') });
}

const refusal = (status: number, message: string, at: Parameters<typeof openAiErrorBody>[2] = {}) =>
  Response.json(openAiErrorBody(status, message, at), { status });

/** The fields of a request, or the response that refuses them. */
async function readFields<Schema extends z.ZodType>(
  schema: Schema,
  { request, form }: Call,
): Promise<{ fields: z.infer<Schema> } | { refused: Response }> {
  const sent = form ?? (await request.formData().catch(() => null));
  if (!sent) return { refused: refusal(400, 'The body must be multipart/form-data.') };
  const parsed = schema.safeParse(readOpenAiForm(sent), { reportInput: true });
  if (parsed.success) return { fields: parsed.data };
  return { refused: Response.json(faultOfFields(parsed.error), { status: 400 }) };
}

async function transcriptions(call: Call): Promise<Response> {
  const read = await readFields(openAiTranscription, call);
  if ('refused' in read) return read.refused;
  const { fields } = read;
  const job: JobOptions = {
    model: modelOf(fields.model),
    diarization: fields.response_format === 'diarized_json',
    ...languagesOf(fields),
    ...(await furtherOptions(fields, call)),
  };
  if (fields.stream) return streamed(call, fields, job);
  const done = await transcribe(call, fields, job);
  return inFormat(call, done, {
    whole: wholeTextOf(done),
    fields,
    choices: {
      task: 'transcribe',
      granularities: fields.timestamp_granularities ?? ['segment'],
    },
  });
}

async function translations(call: Call): Promise<Response> {
  const read = await readFields(openAiTranslation, call);
  if ('refused' in read) return read.refused;
  const { fields } = read;
  const done = await transcribe(call, fields, {
    model: modelOf(fields.model),
    translation: true,
    translation_config: { target_languages: ['en'] },
    ...(await furtherOptions(fields, call)),
  });
  return inFormat(call, done, {
    whole: englishOf(done),
    fields,
    choices: { task: 'translate', granularities: ['segment'] },
  });
}

function languagesOf({ language, languages }: OpenAiTranscription): Partial<JobOptions> {
  const given = [...(language ? [language] : []), ...languages];
  return given.length > 0 ? { language_config: { languages: given } } : {};
}

type Fields = OpenAiTranscription | OpenAiTranslation;
/** All of a job but its recording. Names of models may be those of the settings, which the service resolves. */
type JobOptions = Omit<JobRequest, 'audio_url' | 'model'> & { model: string };

/** What few requests have: names and terms to write, and known voices. */
async function furtherOptions(fields: Fields, { api, request }: Call): Promise<Partial<JobOptions>> {
  const keywords = 'keywords' in fields ? fields.keywords : [];
  const names = 'known_speaker_names' in fields ? fields.known_speaker_names : [];
  if (fields.prompt === undefined && keywords.length + names.length === 0) return {};
  const { vocabularyOf, knownSpeakersOf } = await import('./further-options.ts');
  const known = 'known_speaker_names' in fields ? await knownSpeakersOf(fields, api, request.signal) : {};
  return { ...vocabularyOf(fields.prompt, keywords), ...known };
}

/** Runs the job of a request. Aborting the request deletes it. */
async function transcribe(
  { request, api }: Call,
  { file, model }: Fields,
  job: JobOptions,
  { signal = request.signal, onJob }: { signal?: AbortSignal; onJob?: (id: string) => void } = {},
): Promise<FinishedJob> {
  const run = (changes: Partial<JobOptions> = {}) =>
    speechClient(api).transcribe(file, { ...job, ...changes } as Omit<JobRequest, 'audio_url'>, {
      signal,
      whenModelMissing: 'fail',
      onUpdate: (update) => onJob?.(update.job.id),
    });
  return run().catch((error: unknown) => {
    const named = ofNamedModel(error, model);
    if (named !== error && isWhisper(model)) return run({ model: AUTOMATIC });
    throw named;
  });
}

/** Throws AppError if speakers were asked for and not distinguished. */
function wholeTextOf({ result, post_session_metadata: session }: FinishedJob): WholeText {
  throwFault(result.diarization);
  const { full_transcript = '', utterances = [], languages = [] } = result.transcription ?? {};
  return {
    text: full_transcript,
    utterances,
    languages,
    duration: result.metadata.audio_duration,
    names: namesOf(session),
  };
}

/** The translation of a job. Throws AppError if there is none. */
function englishOf({ result }: FinishedJob): WholeText {
  const { translation } = result;
  const english = translation?.results?.[0];
  throwFault(english);
  throwFault(translation);
  const { full_transcript: text = '', utterances = [], languages = [] } = english ?? {};
  return { text, utterances, languages, duration: result.metadata.audio_duration };
}

function throwFault(of: { error?: AddonError | null | undefined } | undefined): void {
  if (!of?.error) return;
  const { exception, message } = of.error;
  throw new AppError(isErrorCode(exception) ? exception : 'internal', verbatim(message));
}

async function inFormat(
  { api }: Call,
  { id }: FinishedJob,
  {
    whole,
    fields,
    choices,
  }: { whole: WholeText; fields: Fields; choices: Omit<Parameters<typeof toVerbose>[1], 'temperature'> },
): Promise<Response> {
  const headers = { [JOB_HEADER]: id };
  const { response_format: format, temperature } = fields;
  switch (format) {
    case 'text':
      return plain(`${whole.text}\n`, headers);
    case 'srt':
    case 'vtt': {
      const language = choices.task === 'translate' ? { language: 'en' } : {};
      return plain(await api.getTranscript(id, format, language), headers);
    }
    case 'verbose_json':
      return Response.json(toVerbose(whole, { ...choices, temperature }), { headers });
    case 'diarized_json':
      return Response.json(toDiarized(whole), { headers });
    default: {
      const withLogprobs = 'include' in fields && fields.include.length > 0;
      return Response.json(toText(whole, withLogprobs), { headers });
    }
  }
}

const plain = (text: string, headers: Record<string, string>) =>
  new Response(text, { headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });

/** The events of a job as its windows are recognised. A client that goes away deletes it. */
function streamed(call: Call, fields: OpenAiTranscription, job: JobOptions): Promise<Response> {
  const left = new AbortController();
  const signal = AbortSignal.any([call.request.signal, left.signal]);
  const encoder = new TextEncoder();
  return new Promise((resolve, reject) => {
    let headers: Record<string, string> = {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
    };
    let growing: GrowingText | null = null;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (event: OpenAiEvent) =>
          controller.enqueue(encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
        const onJob = (id: string) => {
          if (growing) return;
          growing = new GrowingText(call.api, id, (delta) => send({ type: 'transcript.text.delta', delta }));
          // Speakers are known at the end alone.
          if (fields.response_format !== 'diarized_json') growing.follow(signal);
          headers = { ...headers, [JOB_HEADER]: id };
          resolve(new Response(body, { headers }));
        };
        transcribe(call, fields, job, { signal, onJob })
          .then(async (done) => {
            const whole = wholeTextOf(done);
            if (fields.response_format === 'diarized_json') {
              for (const segment of toDiarized(whole).segments) send(segment);
            } else await growing?.finish(whole.text);
            const logprobs = fields.include.length > 0 && { logprobs: logprobsOf(whole) };
            send({ type: 'transcript.text.done', text: whole.text, ...logprobs });
            controller.close();
          })
          .catch((error: unknown) => {
            if (!growing) return reject(error);
            if (left.signal.aborted) return;
            const { body: failure } = toOpenAiFailure(error);
            controller.enqueue(encoder.encode(`event: error\ndata: ${JSON.stringify(failure)}\n\n`));
            controller.close();
          })
          .finally(() => left.abort());
      },
      cancel: () => left.abort(),
    });
  });
}
