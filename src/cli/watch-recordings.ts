import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AUDIO_EXTENSIONS, VIDEO_EXTENSIONS } from '../lib/files/file-extensions.ts';
import { sentenceOf } from './command/say-failure.ts';

/** In the watched folder: what was transcribed there, or failed. Who removes it, or a line of it, has that done again. */
export const NOTES_NAME = '.earshot-watched.json';

const RECORDINGS = new Set([...AUDIO_EXTENSIONS, ...VIDEO_EXTENSIONS].map((one) => `.${one}`));

const watchedFile = z.object({ size: z.number(), mtimeMs: z.number(), isDone: z.boolean() });
const watchedFiles = z.record(z.string(), watchedFile);
type WatchedFiles = z.infer<typeof watchedFiles>;

interface WatchOptions {
  /** Milliseconds without growth after which a file counts as complete: a copy may stall on a slow network. */
  stableMs?: number;
  pollMs?: number;
  signal?: AbortSignal;
}

/**
 * Transcribes each recording that appears in a folder, once, also across a restart; one that failed is tried again when it has changed.
 * Folders in it are left alone. Resolves when the signal aborts. Network folders announce nothing, so it looks again and again.
 *
 * @param transcribe resolves with whether it succeeded
 */
export async function watchRecordings(
  folder: string,
  transcribe: (file: string) => Promise<boolean>,
  { stableMs = 3_000, pollMs = 1_000, signal }: WatchOptions = {},
): Promise<void> {
  const known = readKnown(folder);
  let before = new Map<string, string>();
  while (!signal?.aborted) {
    const now = new Map<string, string>();
    for (const name of recordingsIn(folder)) {
      const file = statSync(join(folder, name), { throwIfNoEntry: false });
      if (!file?.isFile() || file.size === 0) continue;
      const { size, mtimeMs } = file;
      const state = `${size} ${mtimeMs}`;
      now.set(name, state);
      const was = known[name];
      const isKnown = was !== undefined && was.size === size && was.mtimeMs === mtimeMs;
      if (isKnown || before.get(name) !== state || Date.now() - mtimeMs < stableMs) continue;
      const isDone = await transcribe(join(folder, name));
      // Stopped before its end: it is not noted.
      if (signal?.aborted) return;
      known[name] = { size, mtimeMs, isDone };
      writeKnown(folder, known);
    }
    before = now;
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

function recordingsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
    return names.filter((name) => RECORDINGS.has(extname(name).toLowerCase())).sort();
  } catch (error) {
    // A network folder may be gone for a while.
    console.error(sentenceOf(error));
    return [];
  }
}

function readKnown(folder: string): WatchedFiles {
  const path = join(folder, NOTES_NAME);
  try {
    return existsSync(path) ? watchedFiles.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  } catch {
    throw new Error(`${path} cannot be read. Remove it to have all recordings transcribed again.`);
  }
}

/** Where the folder cannot be written, a restart transcribes its recordings again. */
function writeKnown(folder: string, known: WatchedFiles): void {
  const path = join(folder, NOTES_NAME);
  try {
    writeFileSync(`${path}.part`, `${JSON.stringify(known, null, 1)}\n`);
    renameSync(`${path}.part`, path);
  } catch (error) {
    console.error(`What is done cannot be noted: ${sentenceOf(error)}`);
  }
}
