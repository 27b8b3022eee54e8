import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { watch } from 'chokidar';
import { BrowserSession } from '../src/cli/browser/browser-session.ts';

/**
 * Transcribes each recording that appears in a folder, once, and writes `<recording>.txt` and `<recording>.srt` beside it:
 *
 *     npm run example -- watch-folder FOLDER [--models DIR] [--profile DIR] [--stable SECONDS]
 *
 * The text is written last, and marks a recording as done: after a restart the rest goes on. A recording that fails gets
 * `<recording>.error.txt`; remove that file to try it again.
 */
const RECORDING = /\.(wav|aiff?|mp3|m4a|mp4|aac|ogg|opus|webm|flac|ac3)$/i;
/** Seconds without growth after which a file counts as complete: a copy may stall on a slow network. */
const STABLE = '3';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: 'string' },
    profile: { type: 'string' },
    stable: { type: 'string', default: STABLE },
  },
});
const [folder] = positionals;
const stabilityThreshold = Number(values.stable) * 1000;
if (!folder || !existsSync(folder) || !(stabilityThreshold > 0)) {
  console.error(
    'Usage: npm run example -- watch-folder FOLDER [--models DIR] [--profile DIR] [--stable SECONDS]',
  );
  process.exit(2);
}

const isDone = (path: string) => existsSync(`${path}.txt`) || existsSync(`${path}.error.txt`);

/** Nobody ever sees half a file, whenever the script is stopped. */
async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

async function transcribe(session: BrowserSession, path: string): Promise<void> {
  try {
    const job = await session.transcribe(path, {
      allow_draft: true,
      subtitles: true,
      subtitles_config: { formats: ['srt'] },
    });
    const transcription = job.result?.transcription;
    if (!transcription) throw new Error(JSON.stringify(job.post_session_metadata.error));
    await writeWhole(`${path}.srt`, transcription.subtitles?.[0]?.subtitles ?? '');
    await writeWhole(`${path}.txt`, `${transcription.full_transcript}\n`);
    console.log(`${path}: done`);
  } catch (error) {
    // The session ends with the script, which is not a failure of the recording.
    if (ending) return;
    await writeWhole(`${path}.error.txt`, `${error instanceof Error ? error.message : error}\n`);
    console.error(`${path}: failed, see ${path}.error.txt`);
  }
}

const session = await BrowserSession.open({ modelsDir: values.models, profile: values.profile });
let queue = Promise.resolve();
let ending = false;

const watcher = watch(folder, {
  depth: 0,
  awaitWriteFinish: { stabilityThreshold },
  ignored: (path, stats) => stats?.isFile() === true && !RECORDING.test(path),
});
watcher.on('add', (path) => {
  queue = queue.then(() => (ending || isDone(path) ? undefined : transcribe(session, path)));
});
watcher.on('error', (error) => console.error(error));
console.log(`Watching ${folder} (Ctrl+C ends it)`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    ending = true;
    await watcher.close();
    await session.close();
    process.exit(0);
  });
}
