import { FORMAT_FILES, type TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import { toErrorData } from '../../lib/errors/errors.ts';
import { fileNameFrom, uniqueFileNames } from '../../lib/files/file-name.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { TranscriptOptions } from '../api/call-options.ts';
import { retryRateLimited } from '../api/retry-rate-limited.ts';
import { zipStream } from '../backup/zip-stream.ts';

/** What names the file of a job. */
export interface ExportedJob {
  id: string;
  /** The recording's name. */
  name: string;
  created_at: string;
  languages: readonly string[];
}

export interface ZipOptions extends TranscriptOptions {
  format: TranscriptFormat;
  /** Template of file names, `{{name}}.{{extension}}` by default; folders in it become folders of the zip. */
  fileName?: string | undefined;
  /** Called with the number of jobs that are written, and of all. */
  onProgress?: ((done: number, all: number) => void) | undefined;
}

/** Lists the jobs that could not be exported, with the reasons. */
const FAULTS = 'not exported.txt';

/** A stream of transcripts, one after the other. The zip ends with a list of those that cannot be exported and why. */
export function exportZip(
  jobs: readonly ExportedJob[],
  options: ZipOptions,
  client: Pick<ApiClient, 'getTranscriptFile'>,
): ReadableStream<Uint8Array> {
  return zipStream(filesOf(jobs, options, client));
}

async function* filesOf(
  jobs: readonly ExportedJob[],
  { format, fileName = '{{name}}.{{extension}}', onProgress, ...choices }: ZipOptions,
  client: Pick<ApiClient, 'getTranscriptFile'>,
) {
  const { extension } = FORMAT_FILES[format];
  const names = uniqueFileNames([
    FAULTS,
    ...jobs.map(({ id, name, created_at, languages }) => {
      const language = choices.language ?? languages.join('+');
      return fileNameFrom(fileName, { name, id, format, extension, language, date: created_at.slice(0, 10) });
    }),
  ]).slice(1);
  const faults: string[] = [];
  for (const [index, job] of jobs.entries()) {
    choices.signal?.throwIfAborted();
    onProgress?.(index, jobs.length);
    const name = names[index] ?? job.id;
    try {
      const input = await retryRateLimited(
        () => client.getTranscriptFile(job.id, format, choices),
        choices.signal,
      );
      yield { name, input, lastModified: new Date(job.created_at) };
    } catch (error) {
      choices.signal?.throwIfAborted();
      const { message, details = [] } = toErrorData(error);
      faults.push(`${name}: ${[message, ...details].join(' ')}\n`);
    }
  }
  if (faults.length > 0) yield { name: FAULTS, input: faults.join(''), lastModified: new Date() };
  onProgress?.(jobs.length, jobs.length);
}
