import { INTEGRITY_FILE, type IntegrityList, integrityList } from '../../contract/realms/integrity-list.ts';
import { plainName } from '../../lib/files/plain-name.ts';

const ANY_SITE = 'https://earshot.invalid/';
const SHA256_BYTES = 32;

/** Of a list that others may have written. Throws Error in one sentence if it cannot be one of an app's files. */
export function readList(text: string): IntegrityList {
  const fault = `${INTEGRITY_FILE} is not a list of the app's files`;
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${fault}: it is not JSON.`);
  }
  const { data } = integrityList.safeParse(json);
  if (!data) throw new Error(`${fault}: it has other fields.`);
  if (data.files.length === 0) throw new Error(`${fault}: it is empty.`);
  if (plainName(data.version) !== data.version) throw new Error(`${fault}: its version is none.`);
  const paths = new Set<string>();
  for (const { path, sha256, size } of data.files) {
    const named = `${fault}: ${JSON.stringify(plainName(path))}`;
    if (!isPlainPath(path)) throw new Error(`${named} is no path in the app.`);
    if (paths.has(path)) throw new Error(`${named} is in it twice.`);
    if (Buffer.from(sha256, 'base64').length !== SHA256_BYTES || !Number.isSafeInteger(size) || size < 0)
      throw new Error(`${named} has no hash or size.`);
    paths.add(path);
  }
  return data;
}

/** Whether a folder and an address have the same file by it, inside the app. */
const isPlainPath = (path: string): boolean =>
  path !== INTEGRITY_FILE &&
  !['%', '//'].some((part) => `/${path}/`.includes(part)) &&
  URL.canParse(path, ANY_SITE) &&
  new URL(path, ANY_SITE).pathname === `/${path}`;
