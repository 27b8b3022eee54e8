import { mkdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Page } from 'playwright';
// Adds the page interface to the global scope's type.
import type {} from '../client/api/page-interface.ts';
import { openAiBaseOf } from '../contract/clients/base-address.ts';
import { openSession } from './browser/open-session.ts';
import { endSignal } from './command/end-signal.ts';
import { exitAfter, sentenceOf } from './command/say-failure.ts';
import { answerAgents, isForAgents } from './mcp/mcp-endpoint.ts';
import { crossOriginHeaders, isFromCaller } from './server/callers.ts';
import { refuseConnection } from './server/serve-folder.ts';
import { PageAnswers, sendError } from './through-page/answer-through-page.ts';
import { FetchForPage } from './through-page/fetch-for-page.ts';
import { type GatewayOptions, readGatewayOptions, USAGE } from './through-page/gateway-options.ts';
import { LiveThroughPage } from './through-page/live-through-page.ts';

/** No key is longer. */
const MOST_KEY_LENGTH = 256;

async function main(): Promise<void> {
  const options = readGatewayOptions();
  if (!options) return console.log(USAGE);
  // From here on: a signal while the browser starts ends it, too.
  const stopped = endSignal();
  const { port, models, profile, listen, admitted, settings, installsBrowser, folders } = options;
  let page: Page | null = null;
  let answers: PageAnswers | null = null;
  let sockets: LiveThroughPage | null = null;
  let keyIsKnown: (key: string) => void = () => undefined;
  const appKey = new Promise<string>((resolve) => {
    keyIsKnown = resolve;
  });
  const where = new Addresses(options);
  const fetching = new FetchForPage({ mayBePrivate: settings.mayBePrivate, key: appKey });
  const connect = (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    if (!isFromCaller(request, admitted)) return refuseConnection(connection, 403);
    const isRealtime = where.openAiBase(request) !== null && /\/realtime\/?(?:\?|$)/.test(request.url ?? '');
    if (!isRealtime && !/^\/v2\/live\/?(?:\?|$)/.test(request.url ?? ''))
      return refuseConnection(connection, 404);
    if (sockets === null) return refuseConnection(connection, 503);
    sockets.accept(request, connection, head, isRealtime);
  };
  const api = (request: IncomingMessage, response: ServerResponse) => {
    const allowed = Object.entries(crossOriginHeaders(request, admitted));
    for (const [name, value] of allowed) response.setHeader(name, value);
    if (!isFromCaller(request, admitted)) {
      const reason = 'The gateway is for programs, and for pages of the origins that --allow-origin names.';
      return sendError(request, response, 403, reason);
    }
    if (request.method === 'TRACE')
      return sendError(request, response, 405, 'The gateway passes no TRACE on.');
    if (allowed.some(([name]) => name === 'access-control-allow-methods'))
      return response.writeHead(204).end();
    if (answers === null) return sendError(request, response, 503, 'The gateway is starting.');
    const answering =
      page !== null && isForAgents(request)
        ? answerAgents(request, response, { page, folders, secret: secretOf(request, null) })
        : answerWire(answers, request, response);
    answering.catch((error: unknown) => {
      console.error(sentenceOf(error));
      if (response.headersSent) response.destroy();
      else sendError(request, response, 500, 'The browser behind the gateway did not answer.');
    });
  };
  const answerWire = async (by: PageAnswers, request: IncomingMessage, response: ServerResponse) => {
    const openAiBase = where.openAiBase(request);
    const secret = secretOf(request, openAiBase === null ? settings.keyHeaders : null);
    await by.answer(request, response, { address: where.inPage(request), openAiBase, secret });
  };
  const session = await openSession({
    modelsDir: models,
    profile,
    port,
    installsBrowser,
    handlesSignals: true,
    gateway: {
      isApi: (request) =>
        where.isBelowV2(request) || isForAgents(request) || where.openAiBase(request) !== null,
      api,
      answerApp: (request, response) => fetching.takes(request, response),
      connect,
      operatorSettings: JSON.stringify(settings.forPage.operator),
      listen,
      admitted,
    },
  });
  // In the profile, so that what an end by force leaves goes with that, or here at the next start.
  const bodies = join(session.profile, 'earshot-requests');
  try {
    rmSync(bodies, { recursive: true, force: true });
    mkdirSync(bodies);
    const key = await session.key();
    keyIsKnown(key);
    await setUp(session.page, options);
    sockets = await LiveThroughPage.open(session.page);
    page = session.page;
    answers = new PageAnswers(page, bodies);
    const names = settings.forPage.keys.map(({ name }) => name);
    const keys = names.length === 0 ? `x-service-key: ${key}` : `Keys: ${names.join(', ')}`;
    console.log(`The API is at ${session.url} (press Ctrl+C to stop)\n${keys}`);
    await Promise.race([stopped, session.ended('The browser has ended. Start the gateway again.')]);
  } finally {
    sockets?.close();
    rmSync(bodies, { recursive: true, force: true });
    await session.close();
  }
}

/** Where requests are, by their address and the name that they call. */
class Addresses {
  readonly #here: string;
  readonly #bases: readonly string[];

  constructor({ port, settings }: GatewayOptions) {
    this.#here = `http://localhost:${port}`;
    this.#bases = settings.bases;
  }

  /** As the browser reads an address: dots in it lead elsewhere, and so may two slashes. */
  isBelowV2({ url = '/' }: IncomingMessage): boolean {
    return URL.canParse(url, this.#here) && new URL(url, this.#here).href.startsWith(`${this.#here}/v2/`);
  }

  /** The base URL of OpenAI's wire that a request is below, at the page's own origin; null if it is below none. */
  openAiBase({ url = '/' }: IncomingMessage): string | null {
    const base = URL.canParse(url, this.#here) && openAiBaseOf(new URL(url, this.#here), this.#bases);
    return base || null;
  }

  /** The address that a page calls, so that those in the answer are below the name that the client called. */
  inPage({ url = '/', headers: { host } }: IncomingMessage): string {
    const called = `http://${host}`;
    const name = URL.canParse(called) ? new URL(called).host : null;
    const base = this.#bases.find((one) => new URL(one).host === name && new URL(one).pathname === '/');
    return (base ?? '') + url;
  }
}

/** The secret that a request carries as its key; empty if there is none. */
function secretOf({ headers }: IncomingMessage, names: readonly string[] | null): string {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const given = names === null ? [bearer] : names.map((name) => String(headers[name] ?? '').trim());
  return (given.find((one) => one !== '') ?? '').slice(0, MOST_KEY_LENGTH + 1);
}

/** Stores the settings in the page, and ends what a gateway that was killed has left. */
async function setUp(page: Page, { settings }: GatewayOptions): Promise<void> {
  await page.evaluate(
    async (given) => (await globalThis.earshot.gateway()).setUpGateway(given),
    settings.forPage,
  );
  // The page serves live sessions a moment after its start.
  await page.waitForFunction(async () => (await globalThis.earshot.gateway()).endSessionsLeft());
}

exitAfter(main());
