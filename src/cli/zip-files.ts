import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';

configure({ useWebWorkers: false });

/** The first moment that a zip archive can state. */
const NO_DATE = new Date(1980, 0, 1);

/** The same bytes for the same files: dates are left out. */
export async function zipped(
  files: Iterable<readonly [name: string, bytes: Uint8Array]>,
): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level: 9, extendedTimestamp: false });
  for (const [name, bytes] of files)
    await zip.add(name, new Uint8ArrayReader(bytes), { lastModDate: NO_DATE });
  return zip.close();
}

/** The files of an archive by their names. */
export async function unzipped(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries())
    if (!entry.directory) files[entry.filename] = await entry.getData(new Uint8ArrayWriter());
  return files;
}
