import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { parseArgs } from 'node:util';
import { openAiBaseOf, toBaseAddress } from '../contract/clients/base-address.ts';
import { openSession } from './browser/open-session.ts';
import { readGivenSettings } from './command/given-files.ts';
import { sayFailure, sentenceOf } from './command/say-failure.ts';
import { toldToEnd } from './command/told-to-end.ts';
import { UsageError } from './command/usage-error.ts';
import { typedAs } from './installation.ts';
import { MODELS_OPTION } from './model-files/models-option.ts';
import { GATEWAY_PORT } from './server/ports.ts';
import { refuseConnection } from './server/serve-folder.ts';
import { isFromProgram, PageAnswers, sendError } from './through-page/answer-through-page.ts';
import { LiveThroughPage } from './through-page/live-through-page.ts';

const USAGE = `Usage: ${typedAs('gateway')} [--port NUMBER (default ${GATEWAY_PORT})] [--models DIR] [--profile DIR] [--settings FILE]

Answers /v2/* at http://localhost:${GATEWAY_PORT} for programs on this device, such as curl or Python, by the app in a headless browser,
until it is stopped (Ctrl+C, SIGTERM). It prints the key to send as x-service-key. With {"baseAddresses":["/v1"]} in its settings it
answers /v1/* as OpenAI's API does, too.

  --models DIR     folder of models to use (docs/deploying.md says how it is laid out); separate several as in PATH;
                   the variable MODELS_DIR does the same
  --profile DIR    keep jobs, keys and downloaded models in DIR; without it, all of it ends with the gateway
  --settings FILE  settings of existing clients, such as {"keyHeaders":["x-key"],"models":{"their-name":"stt-1"}} (docs/clients.md)`;

interface Options {
  port: number;
  models: string | undefined;
  profile: string | undefined;
  /** The text of the file. */
  settings: string | undefined;
}

/** Throws an Error in one sentence. */
function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: String(GATEWAY_PORT) },
      models: MODELS_OPTION,
      profile: { type: 'string' },
      settings: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError('--port must be a whole number from 1 to 65535.');
  const { models, profile } = values;
  const settings =
    values.settings === undefined ? undefined : readGivenSettings('--settings', values.settings);
  return { port, models, profile, settings };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return console.log(USAGE);
  // From here on: whoever stops it while the browser starts means it, too.
  const stopped = toldToEnd();
  const { port, models, profile, settings } = options;
  let answers: PageAnswers | null = null;
  let sockets: LiveThroughPage | null = null;
  const connect = (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    if (!isFromProgram(request)) return refuseConnection(connection, 403);
    if (!/^\/v2\/live\/?(?:\?|$)/.test(request.url ?? '')) return refuseConnection(connection, 404);
    if (sockets === null) return refuseConnection(connection, 503);
    sockets.accept(request, connection, head);
  };
  const here = `http://localhost:${port}`;
  const openAiBases = basesIn(settings, here);
  // As the browser reads an address: dots in it lead elsewhere, and so may two slashes.
  const isBelowV2 = ({ url = '/' }: IncomingMessage): boolean =>
    URL.canParse(url, here) && new URL(url, here).href.startsWith(`${here}/v2/`);
  const openAiPath = ({ url = '/' }: IncomingMessage): string | null => {
    const base = URL.canParse(url, here) && openAiBaseOf(new URL(url, here), openAiBases);
    return base ? new URL(base).pathname : null;
  };
  const api = (request: IncomingMessage, response: ServerResponse) => {
    if (!isFromProgram(request))
      return sendError(
        request,
        response,
        403,
        'The gateway is for programs on this device, not for pages of other sites.',
      );
    if (request.method === 'TRACE')
      return sendError(request, response, 405, 'The gateway passes no TRACE on.');
    if (answers === null) return sendError(request, response, 503, 'The gateway is starting.');
    answers.answer(request, response, openAiPath(request)).catch((error: unknown) => {
      console.error(sentenceOf(error));
      if (response.headersSent) response.destroy();
      else sendError(request, response, 500, 'The browser behind the gateway did not answer.');
    });
  };
  const session = await openSession({
    modelsDir: models,
    profile,
    port,
    handlesSignals: true,
    gateway: {
      isApi: (request) => isBelowV2(request) || openAiPath(request) !== null,
      api,
      connect,
      operatorSettings: settings,
    },
  });
  const bodies = mkdtempSync(join(tmpdir(), 'earshot-gateway-'));
  try {
    answers = new PageAnswers(session.page, bodies);
    sockets = await LiveThroughPage.open(session.page);
    console.log(`The API is at ${session.url} (press Ctrl+C to stop)\nx-service-key: ${await session.key()}`);
    const closed = session.context.waitForEvent('close', { timeout: 0 }).then(() => {
      throw new Error('The browser has ended. Start the gateway again.');
    });
    await Promise.race([stopped, closed]);
  } finally {
    sockets?.close();
    rmSync(bodies, { recursive: true, force: true });
    await session.close();
  }
}

/** The base URLs at this address that the settings name. What is wrong with settings, the service says to each request. */
function basesIn(settings: string | undefined, here: string): string[] {
  try {
    const named: unknown = JSON.parse(settings ?? '{}').baseAddresses;
    const bases = Array.isArray(named) ? named.map((text) => toBaseAddress(String(text), here)) : [];
    return bases.filter((base) => base !== null);
  } catch {
    return [];
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    sayFailure(error);
    process.exit();
  },
);
