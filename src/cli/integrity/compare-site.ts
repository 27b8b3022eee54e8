import { join, posix } from 'node:path';
import type { IntegrityList } from '../../contract/realms/integrity-list.ts';
import { catalogue } from '../../models/manifest/catalogue.ts';
import type { ModelFile } from '../../models/manifest/manifest.ts';
import { acceptsSha256 } from '../../models/manifest/manifest-files.ts';
import { OPERATORS_FILES } from '../build/operators-files.ts';
import { sha256Of } from '../build/write-integrity-list.ts';
import { isReplaceable } from '../model-files/serve-models.ts';
import { headerFaults } from './header-faults.ts';
import { WELL_KNOWN } from './others-headers.ts';
import type { Site } from './site.ts';

export interface Comparison {
  same: number;
  /** Each with what differs first. */
  changed: string[];
  missing: string[];
  extra: string[];
  /** What the server sends, and should not, or the reverse. */
  headers: string[];
  /** Models that an operator left out: the app offers them for download, by hash. */
  leftOut: number;
}

const PAGE = 'index.html';
/** How many files of a server are read at once. */
const AT_ONCE = 6;
const REPLACEABLE = catalogue.filter(isReplaceable).map(({ folder }) => `models/${folder}/`);
/** By path: models that an operator added are pinned by the manifest, which is in the app. */
const MODEL_FILES = new Map<string, ModelFile>(
  catalogue.flatMap(({ folder, files }) =>
    files.map((file) => [`models/${folder}/${file.path}`, file] as const),
  ),
);

/** @param original reads a file of the release, where there is one: for the first difference */
export async function compareSite(
  site: Site,
  list: IntegrityList,
  original: (path: string) => Uint8Array | null,
): Promise<Comparison> {
  const found: Comparison = { same: 0, changed: [], missing: [], extra: [], headers: [], leftOut: 0 };
  // At an address, the page is at the root as well, where a host may send another one.
  const pages = site.paths ? [] : list.files.filter(({ path }) => path === PAGE);
  const queue = [...list.files, ...pages.map((row) => ({ ...row, path: '' }))];
  const compareNext = async () => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) await compareOne(row);
  };
  const compareOne = async ({ path, sha256, size }: IntegrityList['files'][number]) => {
    const file = await site.read(path);
    if (!file && REPLACEABLE.some((folder) => path.startsWith(folder))) found.leftOut++;
    else if (!file) found.missing.push(path || '/');
    else {
      if (sha256Of(file.bytes) === sha256) found.same++;
      else found.changed.push(`${path || '/'}: ${differenceOf(file.bytes, original(path || PAGE), size)}`);
      found.headers.push(...headerFaults(path, file));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, compareNext));
  found.extra = await extraFiles(site, list);
  for (const paths of [found.changed, found.missing, found.extra, found.headers]) paths.sort();
  return found;
}

/** Files that are not in the list: all of a folder, and those that the pages at an address name. */
async function extraFiles(site: Site, { files }: IntegrityList): Promise<string[]> {
  const listed = new Set([...files.map(({ path }) => path), ...OPERATORS_FILES]);
  const paths = site.paths ?? (await namedByPages(site, files));
  const extra = paths.filter((path) => !listed.has(path) && !path.startsWith(WELL_KNOWN));
  const isModel = await Promise.all(extra.map(async (path) => isOfManifest(path, site)));
  return extra.filter((_, at) => !isModel[at]);
}

async function isOfManifest(path: string, site: Site): Promise<boolean> {
  const file = MODEL_FILES.get(path);
  if (!file) return false;
  const read = await site.read(path);
  const hash = read && Buffer.from(sha256Of(read.bytes), 'base64').toString('hex');
  return hash !== null && file.sha256 !== null && acceptsSha256(file, hash);
}

async function namedByPages(site: Site, files: IntegrityList['files']): Promise<string[]> {
  const pages = files.filter(({ path }) => path.endsWith('.html'));
  const named = pages.map(async ({ path }) => {
    const html = Buffer.from((await site.read(path))?.bytes ?? []).toString();
    const addresses = [
      ...html.matchAll(/<(?:script|link|iframe|object|embed)[^>]*?(?:src|href|data)=["']?([^"'\s>]+)/gi),
    ];
    return addresses.flatMap(([, address = '']) =>
      /^(?:https?:)?\/\//.test(address) ? address : posix.normalize(join('/', address)).slice(1),
    );
  });
  return [...new Set((await Promise.all(named)).flat())];
}

/** Characters that are shown of a difference. */
const SHOWN = 40;

/** Where a file differs first from the one of the list, whose size is in bytes. */
export function differenceOf(bytes: Uint8Array, original: Uint8Array | null, size: number): string {
  if (original === null)
    return bytes.length === size
      ? `other bytes, ${size} as in the list`
      : `${bytes.length} bytes instead of ${size}`;
  let at = 0;
  while (at < bytes.length && bytes[at] === original[at]) at++;
  return `first difference at byte ${at}: ${shown(bytes, at)} instead of ${shown(original, at)}`;
}

const shown = (bytes: Uint8Array, at: number): string => {
  const part = Buffer.from(bytes.subarray(at, at + SHOWN));
  const text = part.toString('utf8');
  if (part.length === 0) return 'the end';
  return /^[\P{C}\s]*$/u.test(text) && !text.includes('\ufffd')
    ? JSON.stringify(text)
    : part.subarray(0, 8).toString('hex');
};
