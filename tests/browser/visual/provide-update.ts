import type { TestProject } from 'vitest/node';
import { isThorough } from '../../runner/thorough.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether the stored pictures are to be replaced: `vitest --update`. */
    updatePictures: boolean;
    /** Whether the thorough tests run, and tests their thorough parts. */
    isThorough: boolean;
  }
}

export default function provideUpdate(project: TestProject): void {
  project.provide('updatePictures', project.config.snapshotOptions.updateSnapshot === 'all');
  project.provide('isThorough', isThorough);
}
