import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scanModels, toIndex } from './scan-models.ts';

/** Writes the index of the models in a folder, by which the app finds them. */
export async function writeModelsIndex(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.json'), JSON.stringify({ models: toIndex(scanModels(folder), false) }));
}
