import type { TestProject } from 'vitest/node';

/** Vitest takes the isolation of pages from the whole project; here, one kind of its instances goes without. */
export default function sharePage(project: TestProject): void {
  project.config.browser.isolate = project.config.isolate;
}
