import type { TestProject } from 'vitest/node';
import { FakeHub } from './fake-hub.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the fake model hub. */
    fakeHub: string;
  }
}

/** Runs the fake model hub beside the browser tests. */
export default async function startFakeHub(project: TestProject): Promise<() => Promise<void>> {
  const hub = new FakeHub();
  project.provide('fakeHub', await hub.start());
  return () => hub.stop();
}
