import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../src/cli/project-root.ts';

/**
 * Captions from the command line: `npm run example -- captions FILE…` writes an `.srt` for each recording into the
 * current folder. Like any program could, it reads the output of `npm run transcribe`: one line of JSON per finished
 * job.
 */
interface FinishedJob {
  file: { filename: string };
  result: { transcription: { subtitles: { subtitles: string }[] } };
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const SAMPLE = join(PROJECT_ROOT, 'public/demo/speech.flac');

const named = process.argv.slice(2);
const files = named.length > 0 ? named : [SAMPLE];
const params = JSON.stringify({ subtitles: true, subtitles_config: { formats: ['srt'] } });
const models = process.env.MODELS_DIR ? ['--models', process.env.MODELS_DIR] : [];

const { stdout } = await promisify(execFile)(
  process.execPath,
  [...process.execArgv, join(PROJECT_ROOT, 'src/cli/transcribe.ts'), ...files, '--params', params, ...models],
  { maxBuffer: MAX_OUTPUT_BYTES },
);

for (const line of stdout.split('\n').filter(Boolean)) {
  const { file, result }: FinishedJob = JSON.parse(line);
  const name = `${basename(file.filename, extname(file.filename))}.srt`;
  await writeFile(name, result.transcription.subtitles[0]?.subtitles ?? '');
  console.log(name);
}
