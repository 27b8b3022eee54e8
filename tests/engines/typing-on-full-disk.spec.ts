import { clip } from '../e2e/clips.ts';
import { SmallDisk } from '../runner/small-disk.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, transcribe } from './page-tasks.ts';
import { startEngine } from './start-engine.ts';

const DISK_MEGABYTES = 400;

// Chromium is tried in tests/e2e; a driven WebKit keeps its storage elsewhere.
test('text that finds the disk full is saved as soon as there is room, and until then a sentence says why it is not', {
  tag: THOROUGH,
}, async ({ app, engine: { name } }) => {
  test.skip(name !== 'firefox', 'Left out: only Firefox has its profile on a disk that a test can fill.');
  const disk = SmallDisk.mount(DISK_MEGABYTES);
  test.skip(disk === null, 'Left out: this machine mounts no disk.');
  if (!disk) return;
  const { TMPDIR } = process.env;
  process.env.TMPDIR = disk.path;
  const engine = await startEngine(name).finally(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  const write = (word: string) =>
    engine.run(async (letters: string) => {
      const find = () => document.querySelector<HTMLElement>('[data-paragraph]')?.firstChild;
      while (!find()) await new Promise((resolve) => setTimeout(resolve, 100));
      const text = find();
      if (!text) return;
      text.parentElement?.focus();
      getSelection()?.collapse(text, (text.textContent ?? '').indexOf(' Smith'));
      for (const letter of letters) document.execCommand('insertText', false, letter);
    }, word);
  const status = () => engine.run(() => document.querySelector('header.bar [role=status]')?.textContent);
  try {
    await engine.open(app.url);
    const { id } = await transcribe(engine, fileToSend(clip('en_hello.wav').path));
    const stored = () =>
      engine.run(async (job: string) => {
        const { transcript } = await import(`${location.origin}/earshot.js`);
        return String(await transcript(job, { format: 'txt' }));
      }, id);
    await engine.run((job: string) => {
      location.hash = `#/jobs/${job}`;
      const edit = () =>
        [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Edit');
      const waiting = setInterval(() => {
        if (!edit()) return;
        clearInterval(waiting);
        edit()?.click();
      }, 100);
    }, id);
    await write(' before');
    await expect.poll(stored).toContain('John before Smith');
    disk.fill();
    await write(' meanwhile');
    await expect.poll(status).toBe('Not saved');
    expect(await engine.run(() => document.querySelector('[role=alert]')?.textContent)).toContain(
      'Your corrections are not saved. Not enough storage.',
    );
    disk.free();
    await expect.poll(stored).toContain('John before meanwhile Smith');
    await expect.poll(status).toBe('Saved');
  } finally {
    await engine.close();
    disk.unmount();
  }
});
