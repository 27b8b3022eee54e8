import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { START_PORT } from './ports.ts';
import { readPort, untilStopped } from './run-server.ts';
import { serveBuilt } from './serve.ts';

const USAGE = `Usage: earshot serve DIR [--port NUMBER (default ${START_PORT})] [--models DIR]

Serves a built app that lies in DIR at http://localhost:${START_PORT}, for this device alone. docs/deploying.md has servers for others.`;

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
  if (!existsSync(join(folder, 'index.html')) || !existsSync(join(folder, 'service-worker.js')))
    throw new Error(`There is no built app in ${folder}: "earshot export ${folder}" writes one.`);
  const port = readPort(values.port);
  await untilStopped(await serveBuilt(resolve(folder), { port, modelsDir: values.models }));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
