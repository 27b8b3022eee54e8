import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PreRecordedJob } from '../contract/jobs/pre-recorded-job.ts';
import { QUALITIES, type Quality } from '../contract/jobs/quality.ts';
import { TRANSCRIPT_FORMATS } from '../contract/transcripts/transcript-formats.ts';
import { plainName } from '../lib/files/plain-name.ts';
import { catalogue } from '../models/manifest/catalogue.ts';
import { isFixture } from '../models/manifest/manifest-files.ts';
import type { BrowserSession } from './browser/browser-session.ts';
import { INSTALL_OPTION } from './browser/install-option.ts';
import { openSession } from './browser/open-session.ts';
import { adoptProfile } from './browser/temporary-profile.ts';
import { ensureFolder } from './command/given-files.ts';
import { sentenceOf } from './command/say-failure.ts';
import { toldToEnd } from './command/told-to-end.ts';
import { UsageError } from './command/usage-error.ts';
import {
  EXPORT_OPTIONS,
  type ExportOptions,
  exportTranscript,
  folderOf,
  isRedirected,
  readExportOptions,
  tryFolder,
  UnwrittenTranscript,
} from './export-transcript.ts';
import { importedBeside, readImport } from './import-beside.ts';
import { typedAs } from './installation.ts';
import { identityOf, KeptJobs } from './kept-jobs.ts';
import { MODELS_OPTION } from './model-files/models-option.ts';
import { modelFolders } from './model-files/scan-models.ts';
import { failureOf, type OnStep } from './through-page/finished-job.ts';

const FURTHER_FORMATS = TRANSCRIPT_FORMATS.filter((format) => format !== 'json' && format !== 'txt');

const USAGE = `Usage: ${typedAs('transcribe')} FILE… [options]

Starts the built app in a headless Chromium, transcribes each FILE through /v2 and prints each finished job as one line
of JSON to standard output, or its transcript in another format. Progress and errors go to standard error.

  --params JSON      body of POST /v2/pre-recorded without audio_url: JSON, or the name of a JSON file
  --quality QUALITY  fast (default) or careful: fewer errors, in up to twice the time
  --models DIR       folder of models to use (docs/deploying.md says how it is laid out); separate several as in PATH.
                     The variable MODELS_DIR does the same. Without either, Whisper base runs, which comes with the app
  --format FORMAT    json, the whole job as returned by result_url (default); txt, only its transcript; or one of
                     ${FURTHER_FORMATS.join(', ')}
  -o, --output NAME  write files instead, by a template such as '{{name}}.{{extension}}'; fields are name, id, format,
                     extension, language and date. Nothing is overwritten. Word documents are written as files, or to standard
                     output where it is redirected and there is one FILE
  --timestamps WHERE off, paragraph or line (a sentence)
  --speakers BOOL    false leaves speakers out; true also writes them into captions
  --language CODES   a translation that --params asked for, or several languages side by side, such as en,fr
  --layout HOW       stacked or apart: where captions in further languages stand
  --template TEXT    for --format template: a template such as '{{speaker}} {{start|srt}} {{text}}', or the name of a file
  --look LOOK        plain, highlight, fill, pop or box: how captions show the spoken word
  --words COUNT      1 to 5: words that captions have at a time
  --frame-rate RATE  of time codes in edl and fcpxml: 25 by default
  --import NAME      a transcript of another program (SRT, WebVTT, text, JSON) to align and export instead of the recognised text:
                     a file, or a template such as '{{name}}.srt' for one beside each FILE. Needs another --format than json
  --profile DIR      keep the browser profile and its downloaded models in DIR
  --install-browser  install Chromium with the system's package manager where there is none, without a question
  --help             show this help

Exit codes: 0 all files done, 1 at least one failed or was not written where it belongs, 2 invalid usage. A transcript that cannot be
written to its file goes to standard output.`;

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

interface Options {
  files: string[];
  params: Record<string, unknown>;
  exported: ExportOptions;
  models: string | undefined;
  profile: string | undefined;
  installsBrowser: boolean;
  /** Template of the names of the transcripts to import. */
  imported: string | undefined;
}

function readOptions(commandLine: string[]): Options | 'help' {
  const { values, positionals } = parseCommandLine(commandLine);
  if (values.help) return 'help';
  if (positionals.length === 0) throw new UsageError('No file given.');
  const { models, profile } = values;
  const exported = readExportOptions(values, positionals.length === 1 && isRedirected());
  const missing = modelFolders(models ?? '').find((folder) => !isFolder(folder));
  if (missing !== undefined) throw new UsageError(`The folder of models ${missing} does not exist.`);
  const params = { ...readParams(values.params), ...readQuality(values.quality) };
  const imported = readImport(values.import, exported, positionals);
  const installsBrowser = values['install-browser'];
  return { files: positionals, params, exported, models, profile, installsBrowser, imported };
}

function parseCommandLine(commandLine: string[]) {
  try {
    return parseArgs({
      args: commandLine,
      allowPositionals: true,
      options: {
        params: { type: 'string' },
        quality: { type: 'string' },
        models: MODELS_OPTION,
        ...EXPORT_OPTIONS,
        import: { type: 'string' },
        profile: { type: 'string' },
        'install-browser': INSTALL_OPTION,
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(sentenceOf(error));
  }
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/** `--params`: JSON if it begins with a brace, otherwise a file name. */
function readParams(given: string | undefined): Record<string, unknown> {
  if (given === undefined) return {};
  const inline = given.trimStart().startsWith('{');
  if (!inline && !existsSync(given))
    throw new UsageError(`--params is neither a JSON object nor a file: ${given}`);
  try {
    const parsed: unknown = JSON.parse(inline ? given : readFileSync(given, 'utf8'));
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw new Error('not an object');
    return { ...parsed };
  } catch (error) {
    throw new UsageError(`--params does not contain a JSON object: ${sentenceOf(error)}`);
  }
}

function readQuality(given: string | undefined): { quality?: Quality } {
  if (given === undefined) return {};
  const quality = QUALITIES.find((one) => one === given);
  if (!quality) throw new UsageError(`--quality must be one of ${QUALITIES.join(', ')}, not "${given}".`);
  return { quality };
}

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
const askedOf = ({ params, models }: Options) => ({ params, models });

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
  options: Options;
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
  const options = readOptions(commandLine);
  if (options === 'help') {
    console.log(USAGE);
    return EXIT.done;
  }
  const { files } = options;
  // Neither a build nor a browser is needed to say that nothing is there.
  if (!files.some((file) => existsSync(file))) {
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
  const stopped = toldToEnd();
  const { models: modelsDir, profile, installsBrowser } = options;
  const identities = files
    .filter((file) => existsSync(file) && !isFolder(file))
    .map((file) => identityOf(file, askedOf(options)));
  const wanted = { modelsDir, profile, installsBrowser, handlesSignals: true };
  const former = profile === undefined ? await adoptProfile(identities) : null;
  // It may not open, as after an update of the app in between.
  const adopted =
    former &&
    (await openSession({ ...wanted, adopted: former.profile, port: former.port }).catch(() => null));
  const session = adopted ?? (await openSession(wanted));
  const kept = new KeptJobs(session.profile, Number(new URL(session.url).port));
  // What it has of recordings goes with it.
  void stopped.then((code) => session.close().finally(() => process.exit(code)));
  try {
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
