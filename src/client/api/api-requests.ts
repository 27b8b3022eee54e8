import { inApp } from '../../lib/addresses/app-base.ts';
import { asSentence } from '../../lib/as-sentence.ts';
import { AppError, codeOfStatus, isAbort } from '../../lib/errors/errors.ts';
import { msg, textOf, verbatim } from '../../lib/errors/msg.ts';
import type { z } from '../../lib/zod.ts';
import type { CallOptions } from './call-options.ts';

export interface ClientOptions {
  /** Resolves when requests can be made. */
  ready: () => Promise<void>;
  key: () => Promise<string>;
  fetch: typeof fetch;
}

const cancelled = (cause: unknown) => new AppError('cancelled', msg`The request was cancelled.`, { cause });

type Answers = typeof import('./answers.ts');

const readers = (): Promise<Answers> =>
  import('./answers.ts').catch((cause) => {
    const reason = navigator.onLine
      ? msg`This part of Earshot could not be loaded. Reload the page to try again.`
      : msg`This part of Earshot is not on this device yet. Connect to a network once, then reload the page.`;
    throw new AppError('internal', reason, { cause });
  });

async function errorOf(response: Response): Promise<AppError> {
  const { errorBody } = await readers();
  // The body does not carry the code.
  const code = codeOfStatus(response.status);
  const body = errorBody.safeParse(await response.json().catch(() => null));
  if (!body.success) {
    return new AppError(code, msg`The service returned status ${response.status} without an explanation.`);
  }
  const details = body.data.validation_errors;
  const wait = response.headers.get('retry-after');
  return new AppError(
    code,
    details?.length ? verbatim(details.map(asSentence).join(' ')) : textOf(body.data),
    {
      details,
      ...(wait !== null && /^\d+$/.test(wait) && { retryAfter: Number(wait) }),
    },
  );
}

/** Settles like the promise, or rejects with `cancelled` as soon as the signal aborts; the work itself continues. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const stop = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const cancel = () => reject(cancelled(signal?.reason));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { signal: stop.signal });
  });
  return Promise.race([aborted, work]).finally(() => stop.abort());
}

/** Requests to /v2 with the key, once the service is ready, and their responses as the contract reads them. */
export class ApiRequests {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Resolves when the service accepts requests. */
  async ready({ signal }: CallOptions = {}): Promise<void> {
    await unlessAborted(this.#options.ready(), signal);
  }

  /** Throws the error of the response unless it is one of success. */
  async send(path: string, init: RequestInit): Promise<Response> {
    await this.ready({ signal: init.signal ?? undefined });
    const headers = new Headers(init.headers);
    headers.set('x-service-key', await this.#options.key());
    const { fetch } = this.#options;
    let response: Response;
    try {
      response = await fetch(inApp(path), { ...init, headers });
    } catch (cause) {
      if (isAbort(cause) || init.signal?.aborted) throw cancelled(cause);
      throw new AppError('internal', msg`The service did not respond.`, {
        remedy: msg`Reload the page and try again.`,
        cause,
      });
    }
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  async json<Schema extends z.ZodType>(
    schemaOf: (answers: Answers) => Schema,
    path: string,
    init: RequestInit,
  ): Promise<z.infer<Schema>> {
    const [response, answers] = await Promise.all([this.send(path, init), readers()]);
    const parsed = schemaOf(answers).safeParse(await response.json().catch(() => null));
    if (parsed.success) return parsed.data;
    if (init.signal?.aborted) throw cancelled(init.signal.reason);
    throw new AppError('internal', msg`The service returned an unknown response for ${path}.`, {
      remedy: msg`Reload the page: it may be older than the service.`,
      cause: parsed.error,
    });
  }

  /** Sends the body as JSON. */
  post<Schema extends z.ZodType>(
    schemaOf: (answers: Answers) => Schema,
    path: string,
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<z.infer<Schema>> {
    const headers = { 'content-type': 'application/json' };
    return this.json(schemaOf, path, { method: 'POST', headers, body: JSON.stringify(body), signal });
  }
}
