import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NOTES_NAME, watchRecordings } from './watch-recordings.ts';

let folder: string;
let control: AbortController;
let watching: Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-watch-'));
});
afterEach(async () => {
  control.abort();
  await watching;
  rmSync(folder, { recursive: true });
});

/** A recording that has not grown for a minute. */
function put(name: string, content = name): void {
  writeFileSync(join(folder, name), content);
  settle(name);
}
const settle = (name: string) => {
  const then = new Date(Date.now() - 60_000);
  utimesSync(join(folder, name), then, then);
};

function watch(): string[] {
  control = new AbortController();
  const taken: string[] = [];
  watching = watchRecordings(
    folder,
    async (file) => {
      taken.push(`${basename(file)}: ${readFileSync(file, 'utf8')}`);
      return !file.includes('broken');
    },
    { pollMs: 5, signal: control.signal },
  );
  return taken;
}

it('takes each whole recording once, and another time only when it has changed', async () => {
  put('a.MP3');
  put('notes.txt');
  put('.hidden.wav');
  put('empty.wav', '');
  mkdirSync(join(folder, 'folder.wav'));
  const taken = watch();
  await vi.waitFor(() => expect(taken).toEqual(['a.MP3: a.MP3']));
  // Still growing.
  writeFileSync(join(folder, 'b.webm'), 'half');
  put('broken.wav');
  await vi.waitFor(() => expect(taken).toHaveLength(2));
  appendFileSync(join(folder, 'b.webm'), ' whole');
  settle('b.webm');
  await vi.waitFor(() =>
    expect(taken).toEqual(['a.MP3: a.MP3', 'broken.wav: broken.wav', 'b.webm: half whole']),
  );
  control.abort();
  await watching;
  // Another run of the command.
  put('c.ogg');
  put('broken.wav', 'broken, but other bytes');
  const again = watch();
  await vi.waitFor(() => expect(again).toEqual(['broken.wav: broken, but other bytes', 'c.ogg: c.ogg']));
});

it('says which file it cannot read, and transcribes nothing twice for it', async () => {
  put('a.mp3');
  writeFileSync(join(folder, NOTES_NAME), '{"a.mp3":');
  const taken = watch();
  await expect(watching).rejects.toThrow(`${NOTES_NAME} cannot be read. Remove it`);
  expect(taken).toEqual([]);
  watching = Promise.resolve();
});
