import { createServer, isIP, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
// Adds the page interface to the global scope's type.
import type {} from '../client/api/page-interface.ts';
import { spokenLanguage } from '../contract/transcripts/language-codes.ts';
import { BROWSER_OPTIONS } from './browser/browser-options.ts';
import { openSession } from './browser/open-session.ts';
import { endSignal } from './command/end-signal.ts';
import { exitAfter } from './command/say-failure.ts';
import { UsageError } from './command/usage-error.ts';
import { typedAs } from './installation.ts';
import { WYOMING_PORT } from './server/ports.ts';
import { readPort } from './server/run-server.ts';
import { serveWyoming } from './wyoming/wyoming-connection.ts';
import { liveInPage } from './wyoming/wyoming-page.ts';

const USAGE = `Usage: ${typedAs('wyoming')} [--port NUMBER (default ${WYOMING_PORT})] [--listen ADDRESS] [--language CODE] [--models DIR]
       [--profile DIR] [--keep]

Speech to text for Home Assistant: speaks the Wyoming protocol at tcp://localhost:${WYOMING_PORT}, by the app in a headless browser, until it is
stopped (Ctrl+C, SIGTERM).

  --listen ADDRESS   answer at this address of the device instead, such as 0.0.0.0 for all of them. The protocol has no key: whoever
                     reaches the port can have sound transcribed
  --language CODE    spoken where the client does not say it; detected by default
  --models DIR       folder of models to use; separate several as in PATH; the variable MODELS_DIR does the same
  --profile DIR      keep recordings and downloaded models in DIR; without it, all of it ends with the command
  --keep             keep the recordings of all sessions, not only of those that failed
  --install-browser  install Chromium with the system's package manager where there is none, without a question`;

/** After which a client that does not answer any more is gone. */
const KEEP_ALIVE_MS = 20_000;

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      listen: { type: 'string', default: '127.0.0.1' },
      language: { type: 'string' },
      keep: { type: 'boolean', default: false },
      ...BROWSER_OPTIONS,
    },
  });
  if (values.help) return null;
  if (isIP(values.listen) === 0)
    throw new UsageError('--listen must be an IP address of this device, or 0.0.0.0 for all of them.');
  const language = values.language === undefined ? null : spokenLanguage(values.language);
  if (values.language !== undefined && language === null)
    throw new UsageError(`--language: ${values.language} is not transcribed.`);
  return { ...values, language, port: readPort(values.port, WYOMING_PORT) };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return console.log(USAGE);
  const stopped = endSignal();
  const { models, profile, listen, port, language, keep } = options;
  const session = await openSession({
    modelsDir: models,
    profile,
    installsBrowser: options['install-browser'],
    handlesSignals: true,
  });
  const open = new Set<Socket>();
  try {
    // The page serves live sessions a moment after its start. Those of a command that was killed become jobs.
    await session.page.waitForFunction(async () => (await globalThis.earshot.gateway()).endSessionsLeft());
    const startLive = await liveInPage(session.page);
    const server = createServer({ keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }, (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      // A connection that breaks is read no further.
      socket.on('error', () => undefined);
      void serveWyoming(socket, { startLive, language, keeps: keep });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, listen, resolve);
    });
    console.log(
      `Wyoming is spoken at tcp://${isIP(listen) === 6 ? `[${listen}]` : listen}:${port} (press Ctrl+C to stop)`,
    );
    await Promise.race([stopped, session.ended('The browser has ended. Start the command again.')]);
    server.close();
  } finally {
    for (const socket of open) socket.destroy();
    await session.close();
  }
}

exitAfter(main());
