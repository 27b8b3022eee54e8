import { z } from '../../lib/zod.ts';

/** The list of the app's files, which the build writes and a release signs. A path in the app. */
export const INTEGRITY_FILE = 'integrity.json';
/** The Sigstore bundle of the list. */
export const SIGNATURE_FILE = 'integrity.sigstore.json';
export const WORKER_SCRIPT = 'service-worker.js';

export const integrityList = z.object({
  /** Version of the app, such as 0.2.0. */
  version: z.string(),
  files: z.array(
    z.object({
      /** Below the app's folder, with slashes. */
      path: z.string(),
      /** In base 64. */
      sha256: z.string(),
      /** Bytes. */
      size: z.number(),
      /** Whether a browser or a page starts with this file: the others are loaded by it. */
      entry: z.boolean().default(false),
    }),
  ),
});

export type IntegrityList = z.infer<typeof integrityList>;

/** Starts the row of the service worker's script, which is the first. */
const WORKER_ROW = `{"path":"${WORKER_SCRIPT}"`;

/** The list as text: a row in each line, so that one can be left out. */
export const writtenList = ({ version, files }: IntegrityList): string =>
  `{"version":${JSON.stringify(version)},"files":[\n${files
    .map(({ entry, ...row }) => JSON.stringify(entry ? { ...row, entry } : row))
    .join(',\n')}\n]}\n`;

/** The list without the service worker's script, which contains the hash of this text. */
export const withoutWorker = (list: string): string =>
  list
    .split('\n')
    .filter((line) => !line.startsWith(WORKER_ROW))
    .join('\n');

/** Name of the cache that holds the list of a version, by the hash of the list without the service worker's row. */
export const listCache = (hash: string): string => `list-${hash}`;
/** Holds the addresses of the files that were refused, each with its date. */
export const REFUSED_FILES = 'refused-files';
/** Exists while updates are installed only with consent; holds an address for each list that was approved. */
export const ASKS_FIRST = 'asks-before-updates';
export const approvalOf = (hash: string): string => `/${encodeURIComponent(hash)}`;

/** What a page sends to a service worker, with a port, to get the hash of its list; null on the development server. */
export const WHICH_LIST = 'earshot-which-list';
