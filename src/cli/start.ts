import { parseArgs } from 'node:util';
import { START_PORT } from './ports.ts';
import { startServer } from './serve.ts';

const USAGE = `Usage: npm start -- [--port NUMBER (default ${START_PORT})] [--no-open]
Environment: MODELS_DIR=FOLDER also serves the models in that folder; separate several folders as in PATH.`;

/** Only a desktop session gets a browser window, not a server or a pipeline. */
function hasDesktop(): boolean {
  if (!process.stdout.isTTY || process.env.CI) return false;
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function readOptions(): { port: number; open: boolean } | null {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const port = values.port === undefined ? START_PORT : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('--port must be a number from 0 to 65535.');
  }
  return { port, open: !values['no-open'] && hasDesktop() };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.log(USAGE);
    return;
  }
  const { url, close } = await startServer({ ...options, modelsDir: process.env.MODELS_DIR });
  console.log(`Earshot is running at ${url} (press Ctrl+C to stop)`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void close().then(() => process.exit(0));
    });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
