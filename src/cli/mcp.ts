import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { BROWSER_OPTIONS } from './browser/browser-options.ts';
import type { BrowserSession } from './browser/browser-session.ts';
import { openSession } from './browser/open-session.ts';
import { endSignal } from './command/end-signal.ts';
import { exitAfter } from './command/say-failure.ts';
import { typedAs, VERSION } from './installation.ts';
import { realFolders } from './mcp/allowed-path.ts';
import { mcpServer } from './mcp/mcp-server.ts';
import { refuseConnection } from './server/serve-folder.ts';
import { FetchForPage } from './through-page/fetch-for-page.ts';

const USAGE = `Usage: ${typedAs('mcp')} [FOLDER…] [--models DIR] [--profile DIR]

A server of the Model Context Protocol on standard input and output: agents transcribe recordings in these FOLDERs, or at addresses, and read,
search, question and correct the transcripts. The app runs in a headless browser, which starts with the first call and ends with the agent.

  --models DIR       folder of models to use; separate several as in PATH; the variable MODELS_DIR does the same
  --profile DIR      keep transcripts and downloaded models in DIR; without it, they end with the agent
  --install-browser  install Chromium with the system's package manager where there is none, without a question

The gateway serves the same to agents elsewhere, at /mcp (docs/agents.md).`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...BROWSER_OPTIONS,
    },
  });
  if (values.help) return console.log(USAGE);
  const folders = realFolders(positionals);
  const stopped = endSignal();
  const { models, profile, 'install-browser': installsBrowser } = values;
  let opening: Promise<BrowserSession> | null = null;
  // The next call tries again where the browser could not start, or has ended.
  const forget = () => {
    opening = null;
  };
  const start = async () => {
    const session = await openBrowser({ models, profile, installsBrowser });
    session.context.once('close', forget);
    return session;
  };
  const open = () => {
    opening ??= start();
    opening.catch(forget);
    return opening;
  };
  const server = mcpServer({ open, folders }, VERSION);
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await Promise.race([closed, stopped]);
  const session = await Promise.resolve<BrowserSession | null>(opening).catch(() => null);
  await session?.close();
}

interface Browser {
  models: string | undefined;
  profile: string | undefined;
  installsBrowser: boolean;
}

/** This process fetches what is at an address: no CORS is needed, and nothing in a private network is reached. */
async function openBrowser({ models, ...options }: Browser): Promise<BrowserSession> {
  let keyIsKnown: (key: string) => void = () => undefined;
  const key = new Promise<string>((resolve) => {
    keyIsKnown = resolve;
  });
  const fetching = new FetchForPage({ mayBePrivate: false, key });
  const session = await openSession({
    ...options,
    modelsDir: models,
    handlesSignals: true,
    gateway: {
      isApi: () => false,
      api: (_, response) => response.writeHead(404).end(),
      answerApp: (request, response) => fetching.takes(request, response),
      connect: (_, connection) => refuseConnection(connection, 404),
      operatorSettings: JSON.stringify({ serverFetches: true }),
      listen: undefined,
      admitted: { hosts: [], origins: [] },
    },
  });
  keyIsKnown(await session.key());
  return session;
}

exitAfter(main());
