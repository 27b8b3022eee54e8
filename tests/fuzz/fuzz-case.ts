import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { type Structure, structureOf } from './file-fields.ts';
import { mutateFile } from './mutate-file.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/containers');

/** One mutation: a fixture and the seed of the random numbers that change it. */
export interface FuzzTask {
  name: string;
  seed: number;
}

/** The names of all files that can be mutated. */
export const fuzzNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => !name.endsWith('.sh') && readFileSync(join(FOLDER, name)).length > 64)
    .sort();

const read = new Map<string, { bytes: Uint8Array; structure: Structure }>();

function fixture(name: string): { bytes: Uint8Array; structure: Structure } {
  const known = read.get(name);
  if (known) return known;
  const bytes = new Uint8Array(readFileSync(join(FOLDER, name)));
  const file = { bytes, structure: structureOf(bytes) };
  read.set(name, file);
  return file;
}

/** A mutated fixture; the same for the same name and seed, so that both together are the recipe of a found case. */
export function fuzzCase(name: string, seed: number): Uint8Array<ArrayBuffer> {
  const { bytes, structure } = fixture(name);
  return mutateFile(bytes, structure, seededRandom(seed));
}
