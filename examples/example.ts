import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serveExamples } from './serve-examples.ts';

/** `npm run example -- NAME`: scripts run here, pages in the browser. */
const SCRIPTS = ['captions', 'watch-folder', 'podcast', 'wyoming'];
const PAGES = [
  'fetch',
  'page-library',
  'existing-client',
  'embedding',
  'live',
  'web-speech',
  'captions-overlay',
];

const [name = '', ...given] = process.argv.slice(2);

if (SCRIPTS.includes(name)) {
  const script = join(import.meta.dirname, `${name}.ts`);
  const child = spawn(process.execPath, [...process.execArgv, script, ...given], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} else if (PAGES.includes(name)) {
  const { addressOf, close } = await serveExamples();
  console.log(`Open ${addressOf(name)}  (Ctrl+C ends it)`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().then(() => process.exit(0)));
  }
} else {
  const usage = `Usage: npm run example -- NAME\n\nPages: ${PAGES.join(', ')}\nScripts: ${SCRIPTS.join(', ')}`;
  if (['--help', '-h'].includes(name)) console.log(usage);
  else console.error(usage);
  process.exitCode = ['--help', '-h'].includes(name) ? 0 : 2;
}
