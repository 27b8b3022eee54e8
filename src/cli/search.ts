import { parseArgs } from 'node:util';
import { answerHeading, type LibrarySearch } from '../contract/transcripts/library-search.ts';
import { plainName } from '../lib/files/plain-name.ts';
import { formatClock } from '../lib/format-clock.ts';
import { BROWSER_OPTIONS } from './browser/browser-options.ts';
import { openSession } from './browser/open-session.ts';
import { exitAfter } from './command/say-failure.ts';
import { typedAs } from './installation.ts';

const USAGE = `Usage: ${typedAs('search')} TEXT --profile DIR [--ask] [--limit N] [--json] [--models DIR]

Finds what was said in the transcripts of a profile, by words and, where a model for it is installed, by meaning. Prints a line for each
passage: its recording, time, speaker and text.

  --profile DIR      the profile of an earlier command, such as mcp or gateway, that is not running
  --ask              TEXT is a question: print the passages that come nearest
  --limit N          passages of each kind, 10 by default
  --json             print the answer of GET /v2/search
  --models DIR       folder of models to use; separate several as in PATH; the variable MODELS_DIR does the same
  --install-browser  install Chromium with the system's package manager where there is none, without a question

The exit code is 0 if something was found, 1 if nothing was, 2 for wrong usage.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ask: { type: 'boolean', default: false },
      limit: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
      ...BROWSER_OPTIONS,
    },
  });
  const text = positionals.join(' ');
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (text === '' || values.profile === undefined) {
    console.error(USAGE);
    return 2;
  }
  const session = await openSession({
    modelsDir: values.models,
    profile: values.profile,
    installsBrowser: values['install-browser'],
  });
  try {
    const found = await session.client.search({ text, limit: values.limit, answer: String(values.ask) });
    const lines = values.json ? [JSON.stringify(found)] : linesOf(found);
    if (found.answer) console.error(answerHeading(found.answer));
    else if (lines.length === 0) console.error('Nothing was found.');
    if (lines.length > 0) console.log(lines.join('\n'));
    return lines.length > 0 ? 0 : 1;
  } finally {
    await session.close();
  }
}

function linesOf({ words, meaning, answer }: LibrarySearch): string[] {
  return (answer ?? [...words, ...(meaning ?? [])]).map(({ id, name, start, speaker, text }) =>
    plainName(`${id}  ${name}, at ${formatClock(start)}: ${speaker === null ? '' : `${speaker}: `}${text}`),
  );
}

exitAfter(main());
