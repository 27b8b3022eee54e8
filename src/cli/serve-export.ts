import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { START_PORT } from './ports.ts';
import { readPort, untilStopped } from './run-server.ts';
import { serveBuilt } from './serve.ts';

const USAGE = `Usage: earshot serve DIR [--port NUMBER (default ${START_PORT})] [--models DIR]

Serves the app in DIR, which "earshot export DIR" wrote, at http://localhost:${START_PORT}, for this device alone. docs/deploying.md has servers for others.`;

/** Where the app lies in a folder: an export may have it below a path. */
const appIn = (folder: string): string[] =>
  existsSync(join(folder, 'service-worker.js'))
    ? [folder]
    : (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
        .filter((path) => basename(path) === 'service-worker.js')
        .map((path) => dirname(join(folder, path)));

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      models: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [folder] = positionals;
  if (values.help) return console.log(USAGE);
  if (folder === undefined || positionals.length > 1)
    throw new Error(`Name one folder to serve.\n\n${USAGE}`);
  const site = [join(folder, 'site'), folder].flatMap(appIn)[0];
  if (site === undefined)
    throw new Error(`There is no built app in ${folder}: "earshot export ${folder}" writes one.`);
  const port = readPort(values.port);
  await untilStopped(await serveBuilt(resolve(site), { port, modelsDir: values.models }));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
