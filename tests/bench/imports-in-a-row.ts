import type { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import type { Figure } from '../runner/figure.ts';
import { browserCpuSeconds, browserWrittenBytes } from './browser-processes.ts';

const IMPORTS = 400;
/** How many of the first, and of the last, are compared. */
const COMPARED = 100;
/** By then the files beside the database are written. */
const WRITTEN_MS = 5_000;

/**
 * Imports short enough for the service worker to make them itself, one after the other in place of each other: what the last ones cost beside
 * the first, and how much is written.
 */
export async function importsInARow(
  session: BrowserSession,
  { path, body }: { path: string; body: string },
): Promise<Figure[]> {
  const { page, profile } = session;
  const key = await page.evaluate(() => globalThis.earshot.key());
  const usage = () => ({ cpu: browserCpuSeconds(profile), written: browserWrittenBytes(profile) });
  const run = async (count: number) => {
    const before = usage();
    const ms = await page.evaluate(importAgain, { path, body, key, count });
    await page.waitForTimeout(WRITTEN_MS);
    const after = usage();
    return {
      ms: ms / count,
      cpu: (1000 * (after.cpu - before.cpu)) / count,
      written: (after.written - before.written) / count,
    };
  };
  const first = await run(COMPARED);
  await run(IMPORTS - 2 * COMPARED);
  const last = await run(COMPARED);
  const place = await page.evaluate(bytesInPlace);
  const figure = (name: string, value: number, unit: string): Figure => ({
    section: 'imports',
    name: `${IMPORTS} imports in a row, ${name}`,
    value,
    unit,
  });
  return [
    figure(`one of the first ${COMPARED}`, first.ms, 'ms'),
    figure(`one of the last ${COMPARED}`, last.ms, 'ms'),
    figure('processor time of a first one', first.cpu, 'ms'),
    figure('processor time of a last one', last.cpu, 'ms'),
    figure('written for a first one', first.written / 1e6, 'MB'),
    figure('written for a last one', last.written / 1e6, 'MB'),
    figure('second place afterwards', place / 1e6, 'MB'),
  ];
}

// These run in the page.

async function importAgain({
  path,
  body,
  key,
  count,
}: {
  path: string;
  body: string;
  key: string;
  count: number;
}) {
  const startedAt = performance.now();
  for (let at = 0; at < count; at += 1) {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'x-service-key': key },
      body: `Import ${at}.\n\n${body}`,
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
    await response.arrayBuffer();
  }
  return performance.now() - startedAt;
}

async function bytesInPlace(): Promise<number> {
  const folders = [await (await navigator.storage.getDirectory()).getDirectoryHandle('second-place')];
  let bytes = 0;
  for (let folder = folders.pop(); folder; folder = folders.pop())
    for await (const entry of folder.values()) {
      if (entry.kind === 'directory') folders.push(await folder.getDirectoryHandle(entry.name));
      else bytes += (await (await folder.getFileHandle(entry.name)).getFile()).size;
    }
  return bytes;
}
