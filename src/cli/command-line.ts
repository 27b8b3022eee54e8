import { parseArgs } from 'node:util';
import { VERSION } from './installation.ts';

const USAGE = `Usage: earshot [COMMAND] [options]

  (none)         serve the app at http://localhost:13277 and open it
  export DIR     write the app and the configurations of web servers
  serve DIR      serve an exported app on this device
  verify WHERE   compare an app, at an address or in a folder, with its signed list
  transcribe     transcribe files in a headless browser
  search         find what was said in the transcripts of a profile
  models         list, download, import and verify models
  gateway        answer /v2 for programs on this device, such as curl or Python
  wyoming        speech to text for Home Assistant
  mcp            let agents transcribe and search, by the Model Context Protocol
  pool           set up a pool, a queue that several browsers share
  worker         run jobs of a pool on this machine

--help after a command shows its options; --version prints the version.`;

const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  export: () => import('./export-app.ts'),
  serve: () => import('./server/serve-export.ts'),
  verify: () => import('./verify.ts'),
  transcribe: () => import('./transcribe.ts'),
  search: () => import('./search.ts'),
  gateway: () => import('./gateway.ts'),
  wyoming: () => import('./wyoming.ts'),
  mcp: () => import('./mcp.ts'),
  models: () => import('./models.ts'),
  worker: () => import('./worker.ts'),
  pool: () => import('./set-up-pool.ts'),
};

/** Runs `earshot …`: each command is a script, which reads the rest of the command line. */
async function main(): Promise<void> {
  const [name = ''] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (command) {
    process.argv.splice(2, 1);
    await command();
  } else if (name === 'help') console.log(USAGE);
  else if (name !== '' && !name.startsWith('-')) {
    console.error(`There is no command "${name}".\n\n${USAGE}`);
    process.exitCode = 2;
  } else if (isAsked('version')) console.log(VERSION);
  else if (isAsked('help'))
    console.log(`${USAGE}\n\nOptions without a command: --port NUMBER, --no-open, --models DIR.`);
  else await import('./start.ts');
}

function isAsked(option: 'help' | 'version'): boolean {
  const { values } = parseArgs({
    strict: false,
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  });
  return values[option] === true;
}

await main();
