import {
  existsSync,
  fstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path, { basename, dirname, extname, join } from 'node:path';
import type { PreRecordedJob } from '../contract/jobs/pre-recorded-job.ts';
import {
  CAPTION_LAYOUTS,
  CAPTION_LOOKS,
  FEW_WORDS,
  FORMAT_FILES,
  FRAME_RATES,
  TIMESTAMPS,
  TRANSCRIPT_FORMATS,
  type TranscriptFormat,
} from '../contract/transcripts/transcript-formats.ts';
import { fileNameFrom, nameTemplateFault } from '../lib/files/file-name.ts';
import { freshPath, partialIn } from './command/fresh-path.ts';
import { sentenceOf } from './command/say-failure.ts';
import { UsageError } from './command/usage-error.ts';
import { copySound, linkable } from './copy-sound.ts';

/** Options of the command line that say how transcripts are written. */
export const EXPORT_OPTIONS = {
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  timestamps: { type: 'string' },
  speakers: { type: 'string' },
  language: { type: 'string' },
  layout: { type: 'string' },
  look: { type: 'string' },
  words: { type: 'string' },
  template: { type: 'string' },
  'frame-rate': { type: 'string' },
} as const;

type Given = { [Option in keyof typeof EXPORT_OPTIONS]?: string | undefined };

export interface ExportOptions {
  format: TranscriptFormat;
  /** The query of `GET /v2/pre-recorded/{id}/transcript`; null for what the job itself holds. */
  query: Record<string, string> | null;
  /** Template of file names; null writes to standard output. */
  output: string | null;
}

/** Notes, which have their recording beside them. */
const NOTES: readonly TranscriptFormat[] = ['obsidian', 'logseq', 'note'];
/** Formats that show who speaks to readers. */
const NAMED: readonly TranscriptFormat[] = [...NOTES, 'podcast'];
/** Formats that are no text for a terminal. */
const BYTES: readonly TranscriptFormat[] = ['docx'];

function oneOf<Value extends string>(option: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one === value);
  if (found === undefined)
    throw new UsageError(`--${option} must be one of ${allowed.join(', ')}, not ${value}.`);
  return found;
}

/** Whether a shell sends standard output to a file or another program. */
export function isRedirected(): boolean {
  const output = fstatSync(1);
  return output.isFile() || output.isFIFO();
}

/**
 * Throws UsageError.
 *
 * @param takesBytes whether standard output is for one recording, and not for a terminal
 * @param isMany whether there may be several recordings
 */
export function readExportOptions(given: Given, takesBytes = false, isMany = false): ExportOptions {
  const format = oneOf('format', given.format ?? 'json', TRANSCRIPT_FORMATS);
  const query = {
    ...(given.timestamps && { timestamps: oneOf('timestamps', given.timestamps, TIMESTAMPS) }),
    ...(given.speakers && { speakers: oneOf('speakers', given.speakers, ['true', 'false']) }),
    ...(given['frame-rate'] && { frame_rate: oneOf('frame-rate', given['frame-rate'], FRAME_RATES) }),
    ...(given.language && { language: given.language }),
    ...(given.layout && { layout: oneOf('layout', given.layout, CAPTION_LAYOUTS) }),
    ...(given.look && { look: oneOf('look', given.look, CAPTION_LOOKS) }),
    ...(given.words && { words: oneOf('words', given.words, FEW_WORDS) }),
    ...(given.template && { template: readTemplate(given.template) }),
  };
  const [choice] = Object.keys(query);
  if (format === 'json' && choice !== undefined)
    throw new UsageError(`--${choice.replace('_', '-')} needs another --format: json is the whole job.`);
  if (format === 'template' && !given.template) throw new UsageError('--format template needs --template.');
  const output = given.output === undefined ? undefined : templateOf(given.output, format, isMany);
  const fault = output === undefined ? null : nameTemplateFault(output);
  if (fault !== null) throw new UsageError(`--output: ${fault}.`);
  const ofJob = format === 'json' || (format === 'txt' && choice === undefined);
  return {
    format,
    query: ofJob ? null : { format, ...(NAMED.includes(format) && { names: 'true' }), ...query },
    output: output ?? (BYTES.includes(format) && !takesBytes ? '{{name}}.{{extension}}' : null),
  };
}

/** `--output`: a template, or a folder, in which names are usual ones. A bare name can be that of one file alone, and of no note. */
function templateOf(given: string, format: TranscriptFormat, isMany: boolean): string {
  const isBare = !given.includes('{{') && extname(given) === '';
  const isFolder = existsSync(given)
    ? statSync(given).isDirectory()
    : /[/\\]$/.test(given) || (isBare && (isMany || NOTES.includes(format)));
  if (!isFolder) return given;
  const name = NOTES.includes(format) ? '{{date}} {{name}}.{{extension}}' : '{{name}}.{{extension}}';
  return join(given, format === 'logseq' ? 'pages' : '', name);
}

/** `--template`: a text with braces, otherwise a file name. */
function readTemplate(given: string): string {
  if (given.includes('{{')) return given;
  if (!existsSync(given)) throw new UsageError(`--template is neither a template nor a file: ${given}`);
  return readFileSync(given, 'utf8');
}

/** What a job's own transcript is written as, without the service. */
const ofJob = (job: PreRecordedJob, format: TranscriptFormat): string =>
  `${format === 'txt' ? (job.result?.transcription?.full_transcript ?? '') : JSON.stringify(job)}\n`;

/** The folders of a template of names, before its first field; an empty text where it has none. */
export const folderOf = (template: string): string => /^[^{]*[/\\]/.exec(template)?.[0] ?? '';

/** Where the export of a recording goes: folders before the first field remain as given. Null for standard output. */
function pathOf(file: string, job: PreRecordedJob, { format, output, query }: ExportOptions): string | null {
  if (output === null) return null;
  const folder = folderOf(output);
  const languages = query?.language?.split(',') ?? job.result?.transcription?.languages ?? [];
  const name = fileNameFrom(output.slice(folder.length), {
    name: NOTES.includes(format) ? linkable(basename(file)) : basename(file),
    id: job.id,
    format,
    extension: FORMAT_FILES[format].extension,
    language: languages.join('+'),
    date: job.created_at.slice(0, 10),
  });
  return join(folder, name);
}

/** Address of a recording for a page in a folder. Another drive of Windows has no relative one. */
export function addressFrom(folder: string, file: string, { isAbsolute, relative, sep } = path): string {
  const way = relative(folder, file);
  const [first = '', ...others] = way.split(sep);
  const start = isAbsolute(way) ? `file:///${first}` : encodeURIComponent(first);
  return [start, ...others.map(encodeURIComponent)].join('/');
}

/** A transcript that could not be written where it belongs. */
export class UnwrittenTranscript extends Error {
  override readonly name = 'UnwrittenTranscript';
}

/** Returns the file's path, null for standard output, where the transcript also goes with an UnwrittenTranscript thrown. */
export async function exportTranscript(
  file: string,
  job: PreRecordedJob,
  options: ExportOptions,
  read: (query: Record<string, string>) => Promise<Uint8Array>,
): Promise<string | null> {
  const { format, query } = options;
  const planned = pathOf(file, job, options);
  const sound = planned !== null && NOTES.includes(format) ? copySound(file, planned, format) : file;
  const hasAudio = format === 'html' || NOTES.includes(format);
  const audio = hasAudio && { audio: addressFrom(planned === null ? '.' : dirname(planned), sound) };
  const content =
    query === null ? ofJob(job, format) : await read({ ...query, title: basename(file), ...audio });
  try {
    if (planned !== null) return writeWhole(planned, content);
    await print(content);
    return null;
  } catch (cause) {
    const reason = sentenceOf(cause);
    if (planned === null) throw new UnwrittenTranscript(reason, { cause });
    // Not into a terminal, which would show it as signs.
    if (BYTES.includes(format) && process.stdout.isTTY) throw new UnwrittenTranscript(reason, { cause });
    await print(content);
    throw new UnwrittenTranscript(`${reason} The transcript went to standard output.`, { cause });
  }
}

/** Writes a file that appears under its name once it is complete. Returns that name. */
function writeWhole(planned: string, content: string | Uint8Array): string {
  const folder = dirname(planned);
  mkdirSync(folder, { recursive: true });
  const partial = partialIn(folder);
  try {
    writeFileSync(partial, content, { flush: true });
    const path = freshPath(planned);
    renameSync(partial, path);
    return path;
  } catch (error) {
    rmSync(partial, { force: true });
    throw named(error, planned);
  }
}

/** The same error with the file's name, which a write leaves out. */
const named = (error: unknown, path: string): unknown =>
  error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error;

/** About the length of the transcript of an hour. */
const TRIED_BYTES = 2 ** 18;

/** Returns false if only a short transcript can be written. Throws an Error in one sentence if nothing can. */
export function tryFolder(folder: string): boolean {
  const path = partialIn(folder);
  const write = (bytes: number) => {
    try {
      writeFileSync(path, Buffer.alloc(bytes), { flush: true });
    } catch (error) {
      throw named(error, folder);
    } finally {
      rmSync(path, { force: true });
    }
  };
  try {
    write(1);
  } catch (cause) {
    throw new Error(`--output: ${sentenceOf(cause)}`, { cause });
  }
  try {
    write(TRIED_BYTES);
    return true;
  } catch {
    return false;
  }
}

/** Resolves once all of it is written. Rejects where it cannot be, as where a shell has sent it to a full disk. */
function print(content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without one, Node ends the process.
    process.stdout.once('error', reject);
    process.stdout.write(content, (error) => {
      if (error) return reject(error);
      process.stdout.off('error', reject);
      resolve();
    });
  });
}
