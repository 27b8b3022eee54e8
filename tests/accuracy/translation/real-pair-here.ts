import { existsSync } from 'node:fs';

/** Folder of a real model beside the project. */
export const folderOf = (pair: string) =>
  new URL(`../../../../shared/models/marian-tiny-${pair}/`, import.meta.url);

/** Whether the real models between English and Portuguese are beside the project. */
export const hasRealPair = (): boolean => existsSync(folderOf('en-pt'));
