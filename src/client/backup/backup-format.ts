import { AppError } from '../../lib/errors.ts';

/**
 * A backup is a zip archive, which other tools open too (shapes of its JSON: storage/backup-records.ts):
 * - `backup.json`: what it is and what it holds;
 * - `recordings/ID/record.json` and `recordings/ID/NAME`: a recording, byte for byte;
 * - `transcripts/ID.json`: a job with the machine's result;
 * - `edits/ID.json`: its corrections;
 * - `settings.json`: the settings, without keys and secrets.
 */
export const MANIFEST = 'backup.json';
export const SETTINGS = 'settings.json';

export const recordPath = (id: string) => `recordings/${id}/record.json`;
export const transcriptPath = (id: string) => `transcripts/${id}.json`;
export const editsPath = (id: string) => `edits/${id}.json`;

/** What no file system takes in a name, what ends a path, and characters that cannot be seen. */
const UNUSABLE = /[\\/:*?"<>|\p{C}]/gu;
const LONGEST_NAME = 100;

/** Where a recording's bytes are: under its own name, as far as every file system takes it. */
export function audioPath(id: string, filename: string): string {
  const usable = filename.replace(UNUSABLE, '_').replace(/^\.+/, '').trim();
  const dot = usable.lastIndexOf('.');
  const extension = dot > 0 ? usable.slice(dot).slice(0, 10) : '';
  const stem = usable.slice(0, dot > 0 ? dot : undefined).slice(0, LONGEST_NAME);
  const name = `${stem}${extension}` || 'recording';
  return `recordings/${id}/${name === 'record.json' ? 'recording.json' : name}`;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATHS = new RegExp(
  `^(?:backup\\.json|settings\\.json|recordings/${UUID}/[^/\\\\]+|(?:transcripts|edits)/${UUID}\\.json)$`,
);

/** Whether a backup may hold a file of this name; a path that climbs (`../`) is none. */
export const isBackupPath = (path: string): boolean => PATHS.test(path) && !/\/\.{1,2}$/.test(path);

/** A 400 that names what is wrong with a backup. Nothing has been changed by it. */
export const badBackup = (reason: string, cause?: unknown): AppError =>
  new AppError('invalid_request', `This backup cannot be restored: ${reason}. Nothing was changed.`, {
    cause,
  });

export const damaged = (path: string, cause: unknown): AppError =>
  badBackup(`${JSON.stringify(path)} is damaged`, cause);
