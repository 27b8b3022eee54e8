import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import type { PoolView } from '../contract/realms/pool-view.ts';
import { BROWSER_OPTIONS } from './browser/browser-options.ts';
import type { BrowserSession } from './browser/browser-session.ts';
import { openSession } from './browser/open-session.ts';
import { endSignal } from './command/end-signal.ts';
import { readGiven } from './command/given-files.ts';
import { exitAfter } from './command/say-failure.ts';
import { UsageError } from './command/usage-error.ts';
import { typedAs } from './installation.ts';
import { PROFILE_PORT } from './server/ports.ts';

const USAGE = `Usage: ${typedAs('worker')} --pool wss://BROKER --name-of-pool NAME --phrase-file FILE [options]

Runs the pool's jobs on this machine in a headless Chromium, until it is stopped (Ctrl+C, SIGTERM), and then gives its
unfinished job back. The state of the pool goes to standard error.

  --pool ADDRESS      address of the broker: wss://…
  --name-of-pool NAME name of the pool (default team)
  --phrase-file FILE  file with the team phrase; or the variable EARSHOT_POOL_PHRASE
  --credentials FILE  file with the member's credentials (NKey seed, .creds or user:password); or the variable
                      EARSHOT_POOL_CREDENTIALS
  --name TEXT         what the others call this machine (default: its host name)
  --models DIR        folder of models to use (docs/deploying.md says how it is laid out); separate several as in PATH;
                      the variable MODELS_DIR does the same
  --profile DIR       keep the browser profile and its downloaded models in DIR
  --port N            port on which the browser opens the app (default ${PROFILE_PORT}): a broker with allowed_origins must
                      list http://localhost:N
  --beat SECONDS      between two renewals of a lease, the same for all members of the pool (default 15)
  --install-browser   install Chromium with the system's package manager where there is none, without a question
  --help              show this help`;

/** Bounds in seconds, as in the app's settings. */
const [LEAST_BEAT, MOST_BEAT] = [0.2, 60];

interface Options {
  address: string;
  pool: string;
  phrase: string;
  credentials: string;
  name: string;
  models: string | undefined;
  profile: string | undefined;
  port: number;
  beat: number | undefined;
  installsBrowser: boolean;
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
      port: { type: 'string', default: String(PROFILE_PORT) },
      beat: { type: 'string' },
      ...BROWSER_OPTIONS,
    },
  });
  if (values.help) return null;
  if (!values.pool) throw new UsageError(`--pool is missing: give the address of the broker.\n\n${USAGE}`);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UsageError('--port must be a whole number from 1 to 65535.');
  }
  if (!/^wss?:\/\//i.test(values.pool) || !URL.canParse(values.pool))
    throw new UsageError(
      `--pool must be the address of a broker such as wss://broker.example, not ${values.pool}.`,
    );
  const beat = values.beat === undefined ? undefined : Number(values.beat);
  if (beat !== undefined && !(beat >= LEAST_BEAT && beat <= MOST_BEAT))
    throw new UsageError(`--beat must be a number of seconds from ${LEAST_BEAT} to ${MOST_BEAT}.`);
  const phrase = secretOf('--phrase-file', values['phrase-file'], 'EARSHOT_POOL_PHRASE');
  if (phrase === '')
    throw new UsageError('The team phrase is missing: give --phrase-file or EARSHOT_POOL_PHRASE.');
  return {
    address: values.pool,
    pool: values['name-of-pool'],
    phrase,
    credentials: secretOf('--credentials', values.credentials, 'EARSHOT_POOL_CREDENTIALS'),
    name: values.name,
    models: values.models,
    profile: values.profile,
    port,
    beat,
    installsBrowser: values['install-browser'],
  };
}

/** Secrets are never arguments: those are visible to everybody on the machine. */
function secretOf(option: string, file: string | undefined, variable: string): string {
  if (file === undefined) return process.env[variable]?.trim() ?? '';
  return readGiven(option, file).trim();
}

/** Jobs by their ids: titles are their owners' business, and logs are kept. */
function lineOf({ connected, failure, members, self, setAside }: PoolView, name: string): string {
  if (failure !== null) return failure;
  if (!connected) return 'The broker does not answer; trying again.';
  const here = members.find(({ id }) => id === self);
  const present = members.filter((member) => member.present).length;
  if (here?.models.length === 0)
    return `${name} has no model, so it runs nothing: give a folder of models with --models.`;
  const doing = here?.job ? `works on ${here.job}` : 'waits for work';
  const failed = here?.failure ? ` (${here.failure.message})` : '';
  const { damaged, newer } = setAside;
  const aside = [
    ...(damaged > 0 ? [`${damaged} put aside as unreadable`] : []),
    ...(newer > 0 ? [`${newer} for a newer version of the app`] : []),
  ];
  return [
    `${name} ${doing}`,
    `${here?.done ?? 0} done, ${here?.failed ?? 0} failed${failed}`,
    ...aside,
    `${present} members`,
  ].join('; ');
}

/** A member that does not get out in good order is replaced when its lease runs out. */
const LEAVE_MS = 10_000;

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.log(USAGE);
    return;
  }
  // From here on: a signal while the browser starts ends it, too.
  const stopped = endSignal();
  const { models, profile, port, beat, installsBrowser, ...member } = options;
  const entry = { ...member, ...(beat !== undefined && { beat_seconds: beat }) };
  const session = await openSession({
    modelsDir: models,
    profile,
    port,
    installsBrowser,
    handlesSignals: true,
  });
  try {
    await join(session, entry);
    await Promise.race([stopped, session.ended('The browser has ended. Start the worker again.')]);
    await leave(session);
  } finally {
    await session.close();
  }
}

type Entry = Pick<Options, 'address' | 'pool' | 'phrase' | 'credentials' | 'name'> & {
  beat_seconds?: number;
};

async function join({ page }: BrowserSession, entry: Entry): Promise<void> {
  let last = '';
  await page.exposeFunction('sayPool', (view: PoolView) => {
    const line = lineOf(view, entry.name);
    if (line !== last) console.error(line);
    last = line;
  });
  await page.evaluate(async (given) => {
    const channel = new BroadcastChannel('earshot');
    channel.onmessage = ({ data }) => {
      if (data.type === 'pool-seen') void Reflect.get(globalThis, 'sayPool')(data.view);
    };
    await globalThis.earshot.setPool({ ...given, serves: true });
  }, entry);
}

/** What it works on goes back at once. */
async function leave({ page }: BrowserSession): Promise<void> {
  await page.evaluate(async (patience) => {
    const left = new Promise((resolve) => {
      new BroadcastChannel('earshot').onmessage = ({ data }) => {
        if (data.type === 'pool-left') resolve(true);
      };
    });
    await globalThis.earshot.setPool(null);
    await Promise.race([left, new Promise((resolve) => setTimeout(resolve, patience))]);
  }, LEAVE_MS);
}

exitAfter(main());
