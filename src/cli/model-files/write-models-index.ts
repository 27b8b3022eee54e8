import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scanModels, toIndex } from './scan-models.ts';

export async function writeModelsIndex(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.json'), JSON.stringify({ models: toIndex(scanModels(folder), false) }));
}
