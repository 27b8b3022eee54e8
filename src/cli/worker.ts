import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { BrowserSession } from './browser-session.ts';

const USAGE = `Usage: npm run worker -- --pool wss://BROKER --name-of-pool NAME --phrase-file FILE [options]

Runs the pool's jobs on this machine in a headless Chromium, until it is stopped (Ctrl+C), and then gives back what it
works on. What it sees of the pool goes to standard error.

  --pool ADDRESS      address of the broker: wss://…
  --name-of-pool NAME name of the pool (default team)
  --phrase-file FILE  file with the team phrase; or the variable EARSHOT_POOL_PHRASE
  --credentials FILE  file with the member's credentials (NKey seed, .creds or user:password); or the variable
                      EARSHOT_POOL_CREDENTIALS
  --name TEXT         what the others call this machine (default: its host name)
  --models DIR        folder of models to use, laid out as under /models/; separate several as in PATH
  --profile DIR       keep the browser profile and its downloaded models in DIR
  --help              show this help`;

interface Options {
  address: string;
  pool: string;
  phrase: string;
  credentials: string;
  name: string;
  models: string | undefined;
  profile: string | undefined;
}

/** Throws an Error in one sentence for an invalid command line. */
function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      pool: { type: 'string' },
      'name-of-pool': { type: 'string', default: 'team' },
      'phrase-file': { type: 'string' },
      credentials: { type: 'string' },
      name: { type: 'string', default: hostname() },
      models: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  if (!values.pool) throw new Error(`--pool is missing: give the address of the broker.\n\n${USAGE}`);
  const phrase = secretOf('--phrase-file', values['phrase-file'], 'EARSHOT_POOL_PHRASE');
  if (phrase === '')
    throw new Error('The team phrase is missing: give --phrase-file or EARSHOT_POOL_PHRASE.');
  return {
    address: values.pool,
    pool: values['name-of-pool'],
    phrase,
    credentials: secretOf('--credentials', values.credentials, 'EARSHOT_POOL_CREDENTIALS'),
    name: values.name,
    models: values.models,
    profile: values.profile,
  };
}

/** Secrets are never arguments: those are visible to everybody on the machine. */
function secretOf(option: string, file: string | undefined, variable: string): string {
  if (file === undefined) return process.env[variable]?.trim() ?? '';
  if (!existsSync(file)) throw new Error(`${option}: the file ${file} does not exist.`);
  return readFileSync(file, 'utf8').trim();
}

interface Seen {
  connected: boolean;
  failure: string | null;
  members: { id: string; name: string; present: boolean; done: number; failed: number; job: string | null }[];
}

function lineOf({ connected, failure, members }: Seen, name: string): string {
  if (failure !== null) return failure;
  if (!connected) return 'The broker does not answer; trying again.';
  const here = members.find((member) => member.name === name);
  const present = members.filter((member) => member.present).length;
  const doing = here?.job ? `works on ${here.job}` : 'waits for work';
  return `${name} ${doing}; ${here?.done ?? 0} done, ${here?.failed ?? 0} failed; ${present} members`;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.log(USAGE);
    return;
  }
  const { models, profile, ...entry } = options;
  const session = await BrowserSession.open({ modelsDir: models, profile });
  let last = '';
  await session.page.exposeFunction('sayPool', (view: Seen) => {
    const line = lineOf(view, entry.name);
    if (line !== last) console.error(line);
    last = line;
  });
  await session.page.evaluate(async (given) => {
    const channel = new BroadcastChannel('earshot');
    channel.onmessage = ({ data }) => {
      if (data.type === 'pool-seen') void Reflect.get(globalThis, 'sayPool')(data.view);
    };
    await globalThis.earshot.setPool({ ...given, serves: true });
  }, entry);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await stopped;
  // The page leaves in good order: what it works on goes back at once.
  await session.page.evaluate(() => globalThis.earshot.setPool(null));
  await session.page.waitForTimeout(500);
  await session.close();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
