import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { QUALITIES, type Quality } from '../contract/jobs/quality.ts';
import { TRANSCRIPT_FORMATS } from '../contract/transcripts/transcript-formats.ts';
import { BROWSER_OPTIONS } from './browser/browser-options.ts';
import { sentenceOf } from './command/say-failure.ts';
import { UsageError } from './command/usage-error.ts';
import { EXPORT_OPTIONS, type ExportOptions, isRedirected, readExportOptions } from './export-transcript.ts';
import { readImport } from './import-beside.ts';
import { typedAs } from './installation.ts';
import { modelFolders } from './model-files/scan-models.ts';

const FURTHER_FORMATS = TRANSCRIPT_FORMATS.filter((format) => format !== 'json' && format !== 'txt');

export const USAGE = `Usage: ${typedAs('transcribe')} FILE… [options]
       ${typedAs('transcribe')} --watch FOLDER [options]

Starts the built app in a headless Chromium, transcribes each FILE through /v2 and prints each finished job as one line
of JSON to standard output, or its transcript in another format. Progress and errors go to standard error.

  --params JSON      body of POST /v2/pre-recorded without audio_url: JSON, or the name of a JSON file
  --quality QUALITY  fast (default) or careful: fewer errors, in up to twice the time
  --models DIR       folder of models to use (docs/deploying.md says how it is laid out); separate several as in PATH.
                     The variable MODELS_DIR does the same. Without either, Whisper base runs, which comes with the app
  --format FORMAT    json, the whole job as returned by result_url (default); txt, only its transcript; or one of
                     ${FURTHER_FORMATS.join(', ')}
  -o, --output NAME  write files instead, into a folder, or by a template such as '{{name}}.{{extension}}'; fields are name, id,
                     format, extension, language and date. Nothing is overwritten. Notes have a copy of the recording beside them.
                     Word documents are written as files, or to standard output where it is redirected and there is one FILE
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
  --watch FOLDER     transcribe each recording that is put into FOLDER, once, until it is stopped (Ctrl+C)
  --profile DIR      keep the browser profile and its downloaded models in DIR
  --install-browser  install Chromium with the system's package manager where there is none, without a question
  --help             show this help

Exit codes: 0 all files done, 1 at least one failed or was not written where it belongs, 2 invalid usage. A transcript that cannot be
written to its file goes to standard output.`;

export interface TranscribeOptions {
  files: string[];
  /** The folder to watch in place of files. */
  watched: string | undefined;
  params: Record<string, unknown>;
  exported: ExportOptions;
  models: string | undefined;
  profile: string | undefined;
  installsBrowser: boolean;
  /** Template of the names of the transcripts to import. */
  imported: string | undefined;
}

/** Throws UsageError. */
export function readTranscribeOptions(commandLine: string[]): TranscribeOptions | 'help' {
  const { values, positionals } = parseCommandLine(commandLine);
  if (values.help) return 'help';
  const { models, profile, watch: watched } = values;
  if (positionals.length === 0 && watched === undefined) throw new UsageError('No file given.');
  if (positionals.length > 0 && watched !== undefined)
    throw new UsageError('--watch takes the recordings of its folder: name no other files.');
  if (watched !== undefined && !isFolder(watched))
    throw new UsageError(`--watch: ${watched} is not a folder.`);
  const isOne = positionals.length === 1;
  const exported = readExportOptions(values, isOne && isRedirected(), !isOne);
  const missing = modelFolders(models ?? '').find((folder) => !isFolder(folder));
  if (missing !== undefined) throw new UsageError(`The folder of models ${missing} does not exist.`);
  const params = { ...readParams(values.params), ...readQuality(values.quality) };
  const imported = readImport(
    values.import,
    exported,
    watched === undefined ? positionals : [watched, watched],
  );
  const installsBrowser = values['install-browser'];
  return { files: positionals, watched, params, exported, models, profile, installsBrowser, imported };
}

function parseCommandLine(commandLine: string[]) {
  try {
    return parseArgs({
      args: commandLine,
      allowPositionals: true,
      options: {
        params: { type: 'string' },
        quality: { type: 'string' },
        ...EXPORT_OPTIONS,
        import: { type: 'string' },
        watch: { type: 'string' },
        ...BROWSER_OPTIONS,
      },
    });
  } catch (error) {
    throw new UsageError(sentenceOf(error));
  }
}

export const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

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
