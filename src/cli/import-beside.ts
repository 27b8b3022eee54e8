import { basename, dirname, extname, join } from 'node:path';
import { UsageError } from './command/usage-error.ts';
import type { ExportOptions } from './export-transcript.ts';

const NAME = '{{name}}';

export function readImport(
  given: string | undefined,
  { format }: Pick<ExportOptions, 'format'>,
  files: readonly string[],
): string | undefined {
  if (given === undefined) return undefined;
  if (given.trim() === '') throw new UsageError('--import needs the name of a file.');
  if (format === 'json')
    throw new UsageError('--import needs another --format: json is the whole job, with what was heard.');
  if (files.length > 1 && !given.includes(NAME))
    throw new UsageError(`--import needs ${NAME} in its name where there are several recordings.`);
  return given;
}

/** The transcript to import for a recording: the named file, or by a template the one beside it; null without. */
export function importedBeside(file: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (!given.includes(NAME)) return given;
  return join(dirname(file), given.replaceAll(NAME, basename(file, extname(file))));
}
