import { INTEGRITY_FILE, type IntegrityList, integrityList } from '../../contract/realms/integrity-list.ts';
import { plainName } from '../../lib/files/plain-name.ts';

const ANY_SITE = 'https://earshot.invalid/';

/** Of a list that others may have written. Throws Error in one sentence if it cannot be one of an app's files. */
export function readList(text: string): IntegrityList {
  const fault = (reason: string) =>
    new Error(`${INTEGRITY_FILE} is not a list of the app's files: ${reason}.`);
  const data = parsed(text);
  if (!data) throw fault('it is not JSON, or has other fields');
  if (data.files.length === 0) throw fault('it is empty');
  if (plainName(data.version) !== data.version) throw fault('its version is none');
  const paths = new Set<string>();
  for (const { path, sha256, size } of data.files) {
    const named = JSON.stringify(plainName(path));
    if (!isPlainPath(path)) throw fault(`${named} is no path in the app`);
    if (paths.has(path)) throw fault(`${named} is in it twice`);
    if (Buffer.from(sha256, 'base64').length !== 32 || !(size >= 0))
      throw fault(`${named} has no hash or size`);
    paths.add(path);
  }
  return data;
}

function parsed(text: string): IntegrityList | null {
  try {
    return integrityList.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whether a folder and an address have the same file by it, inside the app. */
const isPlainPath = (path: string): boolean =>
  path !== INTEGRITY_FILE &&
  !['%', '//'].some((part) => `/${path}/`.includes(part)) &&
  URL.canParse(path, ANY_SITE) &&
  new URL(path, ANY_SITE).pathname === `/${path}`;
