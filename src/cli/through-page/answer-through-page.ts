import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Page } from 'playwright';
// Adds the page interface to the global scope's type.
import type {} from '../../client/api/page-interface.ts';
import type * as OpenAiScript from '../../client/openai/answer-openai.ts';
import { openAiErrorBody } from '../../contract/openai/openai-answers.ts';
import { type ReceivedForm, receiveForm } from './receive-form.ts';
import { type PageAnswer, sendAnswer } from './send-answer.ts';

/** Headers of a connection, or set by the page's own request. */
const NOT_PASSED_ON =
  /^(?:host|connection|keep-alive|transfer-encoding|content-length|te|upgrade|expect|accept-encoding|cookie|origin|referer|user-agent|sec-.*|proxy-.*)$/;

/** By then a client has read why its request was refused, although it still sends the body. */
const LINGER_MS = 1_000;

/** What a request asks for. */
export interface Asked {
  /** As the page calls it: below the origin that the client called, where the service has that one. */
  address: string;
  /** Base URL of OpenAI's wire that it is below; null for /v2. */
  openAiBase: string | null;
  /** The key that it carries; empty if it has none. */
  secret: string;
}

/** Sends an error in the shape of the wire that was asked. */
export function sendError(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
): void {
  response.setHeader('content-type', 'application/json');
  if (!url.startsWith('/v2')) {
    response.writeHead(status).end(JSON.stringify(openAiErrorBody(status, message)));
    return;
  }
  const now = { timestamp: new Date().toISOString(), path: '/v2', request_id: 'G-gateway' };
  response.writeHead(status).end(JSON.stringify({ ...now, statusCode: status, message }));
}

/** Bodies go to the browser as files of `folder`, so that memory does not grow, and only with a valid key. */
export class PageAnswers {
  #count = 0;

  constructor(
    private readonly page: Page,
    private readonly folder: string,
  ) {}

  /** Rejects if the page has ended. A client that goes away ends its request. */
  async answer(request: IncomingMessage, response: ServerResponse, asked: Asked): Promise<void> {
    const path = join(this.folder, `request-${this.#count++}`);
    const held = await this.page.evaluateHandle(() => {
      const input = document.createElement('input');
      input.type = 'file';
      return { input, control: new AbortController() };
    });
    const input = await held.evaluateHandle(({ input }) => input);
    const abort = () => held.evaluate(({ control }) => control.abort()).catch(() => undefined);
    response.once('close', () => {
      if (!response.writableFinished) void abort();
    });
    try {
      const isOpenAi = asked.openAiBase !== null;
      const mayHaveBody = !/^(?:GET|HEAD|DELETE)$/.test(request.method ?? 'GET');
      const hasBody = mayHaveBody && (await this.#isKey(asked.secret));
      if (!hasBody) dropBody(request, response);
      if (hasBody && request.headers.expect !== undefined) response.writeContinue();
      // Without the browser taking it apart, which would read it whole.
      const form = hasBody && isOpenAi ? await receiveForm(request, path) : null;
      if (hasBody && !isOpenAi) await pipeline(request, createWriteStream(path));
      if (form?.file || (hasBody && !isOpenAi)) await input.setInputFiles(path);
      const call = {
        ...callOf(request, asked, mayHaveBody && !hasBody),
        form,
        script: new URL('/openai.js', this.page.url()).href,
      };
      const answer = await this.page.evaluateHandle(answerInPage, { held, call });
      await sendAnswer(answer, response);
    } catch (error) {
      // A client that has gone ends what was under way, and one that has part of an answer gets no other.
      if (!response.destroyed && !response.headersSent) throw error;
    } finally {
      await Promise.all([input.dispose(), held.dispose(), rm(path, { force: true })]);
    }
  }

  async #isKey(secret: string): Promise<boolean> {
    if (secret === '') return false;
    return this.page.evaluate(async (given) => (await globalThis.earshot.gateway()).isKey(given), secret);
  }
}

/** Nothing of a body that is not for the service is kept. The connection of a client that goes on sending ends once it has the answer. */
function dropBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    request.resume();
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, LINGER_MS).unref();
  });
}

interface Call {
  address: string;
  method: string;
  headers: [string, string][];
  openAiBase: string | null;
  /** Address of the script that answers OpenAI's wire. */
  script: string;
  form: ReceivedForm | null;
}

function callOf(
  { method = 'GET', headers }: IncomingMessage,
  { address, openAiBase }: Asked,
  isRefused: boolean,
) {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    NOT_PASSED_ON.test(name) || value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  // Without a key its answer is the same to each request, but a form that is missing would be named first.
  if (openAiBase !== null && isRefused)
    return { address: `${openAiBase}/models`, method: 'GET', headers: kept, openAiBase };
  return { address, method, headers: kept, openAiBase };
}

interface InPage {
  held: { input: HTMLInputElement; control: AbortController };
  call: Call;
}

/** Runs in the page. */
async function answerInPage({ held: { input, control }, call }: InPage): Promise<PageAnswer> {
  const { address, method, headers, openAiBase, form, script } = call;
  const { signal } = control;
  const file = input.files?.[0];
  // Its type is that of the request's header, not of the file.
  const body = file === undefined ? null : file.slice(0, file.size, '');
  let answered: Response;
  if (openAiBase === null) answered = await fetch(address, { method, headers, body, signal });
  else {
    const { answerOpenAi }: typeof OpenAiScript = await import(script);
    const fields = new FormData();
    for (const [name, value] of form?.fields ?? []) fields.append(name, value);
    if (form?.file && body) fields.append(form.file.name, body, form.file.filename);
    const request = new Request(address, { method, headers, signal });
    answered = await answerOpenAi(request, openAiBase, form ? fields : undefined);
  }
  return {
    status: answered.status,
    headers: [...answered.headers],
    reader: answered.body?.getReader() ?? null,
    isEvents: answered.headers.get('content-type') === 'text/event-stream',
  };
}
