import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PROJECT_ROOT } from '../src/cli/project-root.ts';

/** The transcripts of a podcast's feed: `npm run example -- podcast FILE…` writes them, and prints their tags for the feed. */
const named = process.argv.slice(2);
const files = named.length > 0 ? named : [join(PROJECT_ROOT, 'public/demo/speech.flac')];
const TYPES = { podcast: 'application/json', srt: 'application/x-subrip' };

for (const format of Object.keys(TYPES)) {
  const options = ['--format', format, '--speakers', 'true', '-o', '{{name}}.{{extension}}'];
  execFileSync(process.execPath, [
    ...process.execArgv,
    join(PROJECT_ROOT, 'src/cli/transcribe.ts'),
    ...files,
    ...options,
  ]);
}
for (const file of files)
  for (const [format, type] of Object.entries(TYPES)) {
    const name = basename(file).replace(/\.\w+$/, format === 'srt' ? '.srt' : '.json');
    if (existsSync(name))
      console.log(`<podcast:transcript url="https://pod.example/${name}" type="${type}" />`);
  }
