import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { baseName, safeName } from '../../lib/files/file-name.ts';

/**
 * A backup is a zip archive, which other tools open too (shapes of its JSON: backup-records.ts):
 * - `backup.json`: what it is and what it holds;
 * - `recordings/ID/record.json` and `recordings/ID/NAME`: a recording, byte for byte, and `waveform.json`, if it has one;
 * - `arrivals/ID/record.json` and `arrivals/ID/NAME`: what was recorded or shared, and waits to be transcribed;
 * - `transcripts/ID.json`: a job with the machine's result;
 * - `messages/ID.json`: what the live session that it comes from sent, in order;
 * - `edits/ID.json`: its corrections, and `versions/ID/N.json`: states of them that were kept;
 * - `settings.json`: the settings, without keys and secrets, and `dictionary.json`.
 */
export const MANIFEST = 'backup.json';
export const SETTINGS = 'settings.json';
export const DICTIONARY = 'dictionary.json';

export const recordPath = (id: string) => `recordings/${id}/record.json`;
export const waveformPath = (id: string) => `recordings/${id}/waveform.json`;
export const arrivalRecordPath = (id: string) => `arrivals/${id}/record.json`;
export const transcriptPath = (id: string) => `transcripts/${id}.json`;
export const messagesPath = (id: string) => `messages/${id}.json`;
export const editsPath = (id: string) => `edits/${id}.json`;
export const versionPath = (id: string, number: number) => `versions/${id}/${number}.json`;

/** The number of a transcript's kept state by its path; null if the path is another one's. */
export function versionNumber(path: string, id: string): number | null {
  const number = /^\/(\d+)\.json$/.exec(path.startsWith(`versions/${id}`) ? path.slice(9 + id.length) : '');
  return number ? Number(number[1]) : null;
}

/** Where a recording's bytes are: under its own name, as far as every file system takes it. */
export function audioPath(id: string, filename: string): string {
  const path = `recordings/${id}/${ownName(filename)}`;
  return path === recordPath(id) || path === waveformPath(id) ? `recordings/${id}/recording.json` : path;
}

/** The same for what waits to be transcribed. */
export function arrivalPath(id: string, filename: string): string {
  const path = `arrivals/${id}/${ownName(filename)}`;
  return path === arrivalRecordPath(id) ? `arrivals/${id}/recording.json` : path;
}

function ownName(filename: string): string {
  const extension = /\.[a-z0-9]{1,5}$/i.exec(filename)?.[0] ?? '';
  return `${safeName(baseName(filename), 'recording')}${extension}`;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATHS = new RegExp(
  `^(?:(?:backup|settings|dictionary)\\.json|(?:recordings|arrivals)/${UUID}/[^/\\\\]+|` +
    `(?:transcripts|messages|edits)/${UUID}\\.json|versions/${UUID}/\\d{1,6}\\.json)$`,
);

/** Whether a backup may hold a file of this name; a path that climbs (`../`) is none. */
export const isBackupPath = (path: string): boolean => PATHS.test(path) && !/\/\.{1,2}$/.test(path);

/** A 400 that names what is wrong with a backup. Nothing has been changed by it. */
export const badBackup = (reason: string, cause?: unknown): AppError =>
  new AppError('invalid_request', msg`This backup cannot be restored: ${reason}. Nothing was changed.`, {
    cause,
  });
