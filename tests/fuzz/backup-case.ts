import {
  BlobReader,
  configure,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core.js';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { mutateBytes, mutateJson } from './mutate-json.ts';

interface Entry {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The files of an archive. */
export async function entriesOf(archive: Blob): Promise<Entry[]> {
  configure({ useWebWorkers: false });
  const entries = await new ZipReader(new BlobReader(archive)).getEntries();
  return Promise.all(
    entries.flatMap((entry) =>
      entry.directory
        ? []
        : entry.arrayBuffer().then((bytes) => ({ name: entry.filename, bytes: new Uint8Array(bytes) })),
    ),
  );
}

async function zipped(entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level: 0, useWebWorkers: false });
  // A name may come twice.
  for (const { name, bytes } of entries) await zip.add(name, new Uint8ArrayReader(bytes));
  return zip.close();
}

/** A mutated backup: its values, its files or its bytes are others; the same for the same seed and files. */
export async function backupCase(files: readonly Entry[], seed: number): Promise<Blob> {
  const random = seededRandom(seed);
  const entries = files.map((entry) => ({ ...entry }));
  const at = Math.floor(random() * entries.length);
  const entry = entries[at];
  const other = entries[Math.floor(random() * entries.length)];
  const way = random();
  if (!entry || !other || way < 0.2) return new Blob([mutateBytes(await zipped(entries), random)]);
  if (way < 0.25) entries.splice(at, 1);
  else if (way < 0.28) entries.splice(at, 0, { name: other.name, bytes: entry.bytes });
  else if (way < 0.31) entry.bytes = other.bytes;
  else if (way < 0.34)
    entry.name = entry.name.replace(
      /[^/]+$/,
      () => ['x', '../y', '7.json', 'record.json'][Math.floor(random() * 4)] ?? '',
    );
  else {
    const texts = entries.filter(({ name }) => name.endsWith('.json'));
    const text = texts[Math.floor(random() * texts.length)] ?? entry;
    text.bytes = new TextEncoder().encode(mutateJson(new TextDecoder().decode(text.bytes), random));
  }
  return new Blob([await zipped(entries)]);
}
