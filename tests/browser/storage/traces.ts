import { gunzip } from '../../../src/lib/bytes/gzip.ts';
import { database } from '../../../src/storage/database/database.ts';
import { filesInPlace, place } from './lost-library.ts';

const decoder = new TextDecoder();

/** All that is stored, in IndexedDB and in private files, as text; what is compressed is unpacked. */
export async function storedText(): Promise<string> {
  const db = await database();
  const texts: string[] = [];
  for (const store of db.objectStoreNames) {
    const transaction = db.transaction(store).store;
    const [keys, values] = await Promise.all([transaction.getAllKeys(), transaction.getAll()]);
    texts.push(JSON.stringify(keys), await textOf(values));
  }
  for (const name of await filesInPlace()) {
    const file = await (await (await place()).getFileHandle(name)).getFile();
    texts.push(name, await textOf(await file.arrayBuffer()));
  }
  return texts.join('\n');
}

async function textOf(value: unknown): Promise<string> {
  if (value instanceof Blob) return textOf(await value.arrayBuffer());
  if (value instanceof ArrayBuffer) return textOf(new Uint8Array(value));
  if (value instanceof Uint8Array)
    return decoder.decode(await gunzip(new Uint8Array(value)).catch(() => new Uint8Array(value)));
  if (typeof value !== 'object' || value === null) return String(value);
  const texts = await Promise.all(
    Object.entries(value).map(async ([key, one]) => `${key} ${await textOf(one)}`),
  );
  // Words in a row are one text here.
  return texts.join('\n');
}
