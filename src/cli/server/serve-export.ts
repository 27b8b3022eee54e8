import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sayFailure } from '../command/say-failure.ts';
import { UsageError } from '../command/usage-error.ts';
import { MODELS_OPTION } from '../model-files/models-option.ts';
import { START_PORT } from './ports.ts';
import { readPort, untilStopped } from './run-server.ts';
import { serveBuilt } from './serve.ts';

const USAGE = `Usage: earshot serve DIR [--port NUMBER (default ${START_PORT})] [--models DIR]

Serves the app in DIR, which "earshot export DIR" wrote, at http://localhost:${START_PORT}, for this device alone. docs/deploying.md has servers for others.
--models also serves the models in that folder; separate several folders as in PATH. The variable MODELS_DIR does the same.`;

const SCRIPT = 'service-worker.js';

/** Folders of an export in which the app is: the folder itself, or one below the path that was asked for. */
function appsIn(folder: string): string[] {
  const site = join(folder, 'site');
  const below = existsSync(site) ? readdirSync(site, { recursive: true, encoding: 'utf8' }) : [];
  const scripts = below.filter((path) => basename(path) === SCRIPT).map((path) => join(site, path));
  return [join(site, SCRIPT), join(folder, SCRIPT), ...scripts]
    .filter((path) => existsSync(path))
    .map(dirname);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      models: MODELS_OPTION,
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [folder] = positionals;
  if (values.help) return console.log(USAGE);
  if (folder === undefined || positionals.length > 1)
    throw new UsageError(`Name one folder to serve.\n\n${USAGE}`);
  const [site] = appsIn(folder);
  if (site === undefined)
    throw new Error(`There is no built app in ${folder}: "earshot export ${folder}" writes one.`);
  const port = readPort(values.port);
  await untilStopped(await serveBuilt(resolve(site), { port, modelsDir: values.models }));
}

main().catch(sayFailure);
