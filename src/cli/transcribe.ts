import { accessSync, constants, existsSync, statSync } from 'node:fs';
import type { PreRecordedJob } from '../contract/jobs/pre-recorded-job.ts';
import { plainName } from '../lib/files/plain-name.ts';
import { catalogue } from '../models/manifest/catalogue.ts';
import { isFixture } from '../models/manifest/manifest-files.ts';
import type { BrowserSession } from './browser/browser-session.ts';
import { openSession } from './browser/open-session.ts';
import { adoptProfile } from './browser/temporary-profile.ts';
import { endSignal } from './command/end-signal.ts';
import { ensureFolder } from './command/given-files.ts';
import { sentenceOf } from './command/say-failure.ts';
import { UsageError } from './command/usage-error.ts';
import { exportTranscript, folderOf, tryFolder, UnwrittenTranscript } from './export-transcript.ts';
import { importedBeside } from './import-beside.ts';
import { identityOf, KeptJobs } from './kept-jobs.ts';
import { failureOf, type OnStep } from './through-page/finished-job.ts';
import { isFolder, readTranscribeOptions, type TranscribeOptions, USAGE } from './transcribe-options.ts';
import { watchRecordings } from './watch-recordings.ts';

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Shows steps on standard error: on a single line in a terminal, otherwise one line per tenth. */
function stepPrinter(file: string): OnStep {
  let last = '';
  return (step, progress) => {
    const tenth = Math.floor(progress * 10) * 10;
    const percent = process.stderr.isTTY ? Math.floor(progress * 100) : tenth;
    const line = plainName(step === 'processing' ? `${file}: ${percent} %` : `${file}: ${step}`);
    if (line === last) return;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    last = line;
  };
}

const clearLine = () => {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
};

const KEPT =
  'the job is kept for a week: the same command writes its transcript without recognising it again.';

/** What decides about the words of a recording. */
const askedOf = ({ params, models }: TranscribeOptions) => ({ params, models });

/** The model that wrote, and what is known of it that a reader would miss. */
function modelOf({ post_session_metadata: { model_id: id } }: PreRecordedJob): string | null {
  if (typeof id !== 'string') return null;
  const model = catalogue.find((one) => one.id === id);
  if (!model) return `${id}, a model of your own`;
  return isFixture(model) ? `${model.title}, a fixture of the tests that knows a few sentences` : model.title;
}

interface Running {
  session: BrowserSession;
  kept: KeptJobs;
  options: TranscribeOptions;
}

/** The job of an earlier run of the same command, if its profile has one, or a new one, once it is done or has failed. */
async function finishedJob(
  file: string,
  identity: string,
  { session, kept, options }: Running,
): Promise<PreRecordedJob> {
  const onStep = stepPrinter(file);
  const former = kept.find(identity);
  if (former !== undefined) {
    const address = new URL(new URL(former).pathname, session.url).href;
    const job = await session.finished(address, onStep).catch(() => null);
    if (job?.status === 'done') return job;
  }
  const started = await session.start(file, options.params, onStep);
  kept.add(identity, started);
  return session.finished(started, onStep);
}

/** True if the file was transcribed; otherwise the reason is on standard error. */
async function transcribeFile(file: string, running: Running): Promise<boolean> {
  const { session, kept, options } = running;
  try {
    if (!existsSync(file)) throw new Error('File not found.');
    if (isFolder(file)) throw new Error('This is a folder, not a recording.');
    // The browser reads it at any place, more than once.
    if (!statSync(file).isFile()) throw new Error('This is no file on a disk: write the recording to one.');
    accessSync(file, constants.R_OK);
    const given = importedBeside(file, options.imported);
    if (given !== null && !existsSync(given)) throw new Error(`There is no ${given} to import.`);
    const identity = identityOf(file, askedOf(options));
    const job = await finishedJob(file, identity, running);
    clearLine();
    if (job.status === 'error') {
      kept.remove(identity);
      throw new Error(`${failureOf(job)} (error_code ${job.error_code})`);
    }
    const model = modelOf(job);
    if (model !== null) console.error(plainName(`${file}: recognised by ${model}`));
    if (given !== null) await session.importTranscript(job, given);
    const path = await exportTranscript(file, job, options.exported, (query) =>
      session.transcript(job, query),
    );
    kept.remove(identity);
    if (path !== null) console.error(plainName(`${file}: written to ${path}`));
    return true;
  } catch (error) {
    clearLine();
    console.error(plainName(`${file}: ${sentenceOf(error)}`));
    if (error instanceof UnwrittenTranscript) {
      kept.keep();
      console.error(plainName(`${file}: ${KEPT}`));
    }
    return false;
  }
}

async function run(commandLine: string[]): Promise<number> {
  const options = readTranscribeOptions(commandLine);
  if (options === 'help') {
    console.log(USAGE);
    return EXIT.done;
  }
  const { files, watched } = options;
  // Neither a build nor a browser is needed to say that nothing is there.
  if (watched === undefined && !files.some((file) => existsSync(file))) {
    for (const file of files) console.error(plainName(`${file}: File not found.`));
    return EXIT.failed;
  }
  // Usage and errors in it come at once: what drives a browser is loaded where one is needed.
  if (options.exported.output !== null) {
    const folder = folderOf(options.exported.output) || '.';
    ensureFolder('--output', folder);
    if (!tryFolder(folder))
      console.error(
        `--output: there is little room in ${folder}. A transcript that does not fit goes to standard output.`,
      );
  }
  const stopped = endSignal();
  const { models: modelsDir, profile, installsBrowser } = options;
  const identities = files
    .filter((file) => existsSync(file) && !isFolder(file))
    .map((file) => identityOf(file, askedOf(options)));
  const wanted = { modelsDir, profile, installsBrowser, handlesSignals: true };
  const former = profile === undefined && watched === undefined ? await adoptProfile(identities) : null;
  // It may not open, as after an update of the app in between.
  const adopted =
    former &&
    (await openSession({ ...wanted, adopted: former.profile, port: former.port }).catch(() => null));
  const session = adopted ?? (await openSession(wanted));
  const kept = new KeptJobs(session.profile, Number(new URL(session.url).port));
  // What it has of recordings goes with it.
  void stopped.then((code) => session.close().finally(() => process.exit(code)));
  try {
    if (watched !== undefined) {
      console.error(`Watching ${watched} (press Ctrl+C to stop)`);
      await watchRecordings(watched, (file) => transcribeFile(file, { session, kept, options }));
    }
    let failed = 0;
    for (const file of files) if (!(await transcribeFile(file, { session, kept, options }))) failed++;
    if (files.length > 1) console.error(`${files.length - failed} done, ${failed} failed`);
    return failed > 0 ? EXIT.failed : EXIT.done;
  } finally {
    await session.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(sentenceOf(error));
  if (error instanceof UsageError) console.error(`\n${USAGE}`);
  process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failed;
}
