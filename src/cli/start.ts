import { parseArgs } from 'node:util';
import { sayFailure } from './command/say-failure.ts';
import { IS_PACKED, typedAs } from './installation.ts';
import { MODELS_OPTION } from './model-files/models-option.ts';
import { START_PORT } from './server/ports.ts';
import { readPort, untilStopped } from './server/run-server.ts';
import { startServer } from './server/serve.ts';

const USAGE = `Usage: ${IS_PACKED ? 'earshot' : typedAs('start')} [--port NUMBER (default ${START_PORT})] [--no-open] [--models DIR]
--models also serves the models in that folder; separate several folders as in PATH. The variable MODELS_DIR does the same.`;

/** Only a desktop session gets a browser window, not a server or a pipeline. */
function hasDesktop(): boolean {
  if (!process.stdout.isTTY || process.env.CI) return false;
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function readOptions(): { port: number; open: boolean; modelsDir: string | undefined } | null {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      models: MODELS_OPTION,
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const open = !values['no-open'] && hasDesktop();
  return { port: readPort(values.port), open, modelsDir: values.models };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.log(USAGE);
    return;
  }
  await untilStopped(await startServer(options));
}

main().catch(sayFailure);
