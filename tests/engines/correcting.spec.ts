import { clip } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, transcribe } from './page-tasks.ts';

/** Presses the button with this text or label, once it is there. */
const pressIn = (engine: BrowserEngine, name: string) =>
  engine.run(async (wanted: string) => {
    const find = () =>
      [...document.querySelectorAll('button')].find(
        (button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim() === wanted,
      );
    while (!find()) await new Promise((resolve) => setTimeout(resolve, 100));
    find()?.click();
  }, name);

test('feature: a transcript is corrected: text with its times, paragraphs, undo, speakers, captions, saved and exported', async ({
  engine,
}) => {
  const { id } = await transcribe(engine, fileToSend(clip('en_hello.wav').path));
  const press = (name: string) => pressIn(engine, name);
  const texts = () =>
    engine.run(() =>
      [...document.querySelectorAll('[data-paragraph]')].map(({ textContent }) => textContent?.trim() ?? ''),
    );
  const status = () => engine.run(() => document.querySelector('header.bar [role=status]')?.textContent);

  await engine.run((job: string) => {
    location.hash = `#/jobs/${job}`;
  }, id);
  await press('Edit');
  await expect.poll(texts).toEqual([expect.stringContaining('John Smith')]);

  // Written as by a keyboard: the browser changes the text and sends an event.
  await engine.run(() => {
    const block = document.querySelector<HTMLElement>('[data-paragraph]');
    const text = block?.firstChild;
    if (!block || !text) throw new Error('There is no paragraph.');
    block.focus();
    const at = (block.textContent ?? '').indexOf('John');
    getSelection()?.setBaseAndExtent(text, at, text, at + 'John'.length);
    document.execCommand('insertText', false, 'Joan');
  });
  await expect.poll(texts).toEqual([expect.stringContaining('Joan Smith')]);

  await engine.run(() => {
    const block = document.querySelector<HTMLElement>('[data-paragraph]');
    const text = block?.firstChild;
    if (!block || !text) throw new Error('There is no paragraph.');
    getSelection()?.collapse(text, (block.textContent ?? '').indexOf('Where'));
    const enter = { inputType: 'insertParagraph', bubbles: true, cancelable: true };
    block.dispatchEvent(new InputEvent('beforeinput', enter));
  });
  await expect.poll(texts).toEqual([expect.stringMatching(/Joan Smith\.$/), 'Where is the train?']);
  await press('More');
  await press('Undo');
  await expect.poll(async () => (await texts()).length).toBe(1);
  await press('More');
  await press('Redo');
  await expect.poll(async () => (await texts()).length).toBe(2);

  await engine.run(async () => {
    const text = document.querySelector('[data-paragraph]')?.firstChild;
    if (text) getSelection()?.collapse(text, 0);
    const key = { key: 's', code: 'KeyS', altKey: true, bubbles: true };
    text?.parentElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    const field = () => document.querySelector<HTMLInputElement>('dialog[open] input:not([type])');
    while (!field()) await new Promise((resolve) => setTimeout(resolve, 100));
    const input = field();
    if (!input) return;
    input.value = 'Ada';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.form?.requestSubmit();
  });
  await expect
    .poll(() => engine.run(() => document.querySelector('[aria-label^="Speaker: Ada"]') !== null))
    .toBe(true);

  await press('More');
  await press('Captions');
  const grid = () =>
    engine.run(() => {
      const rows = document.querySelectorAll('[role=grid] [role=row]');
      const written = [...document.querySelectorAll<HTMLTextAreaElement>('[role=grid] textarea')];
      return { rows: rows.length, text: written.map(({ value }) => value).join(' ') };
    });
  await expect.poll(async () => (await grid()).text).toContain('Joan');
  expect((await grid()).rows).toBeGreaterThan(0);

  await press('More');
  await press('Text');
  await expect.poll(status).toBe('Saved');
  const exported = await engine.run(async (job: string) => {
    const { transcript } = await import(`${location.origin}/earshot.js`);
    return [await transcript(job, { format: 'txt', names: true }), await transcript(job, { format: 'srt' })];
  }, id);
  expect(exported[0]).toMatch(/^Ada: .*Joan Smith\.\n\n.*Where is the train\?\n$/s);
  expect(exported[1]).toContain('Joan');
});

test('words that are typed without a pause are stored while they are, and none is lost by a reload, a closed tab or another view', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  const { id } = await transcribe(engine, fileToSend(clip('en_hello.wav').path));
  const open = (hash: string) =>
    engine.run((to: string) => {
      location.hash = to;
    }, hash);
  /** Types words as by a keyboard for some seconds, and returns with the last one. */
  const type = (from: number, seconds: number) =>
    engine.run(
      async (first: number, length: number) => {
        const find = () => document.querySelector<HTMLElement>('[data-paragraph]')?.firstChild;
        while (!find()) await new Promise((resolve) => setTimeout(resolve, 100));
        const text = find();
        const at = (text?.textContent ?? '').indexOf(' Smith');
        if (!text || at < 0) throw new Error('There is no paragraph.');
        text.parentElement?.focus();
        getSelection()?.collapse(text, at);
        const began = performance.now();
        let count = first;
        do {
          for (const letter of ` w${count}w`) {
            document.execCommand('insertText', false, letter);
            await new Promise((resolve) => setTimeout(resolve, 30));
          }
          count++;
        } while (performance.now() - began < length * 1000);
        return count;
      },
      from,
      seconds,
    );
  const stored = () =>
    engine.run(async (job: string) => {
      const { transcript } = await import(`${location.origin}/earshot.js`);
      return (String(await transcript(job, { format: 'txt' })).match(/\bw\d+w\b/g) ?? []).length;
    }, id);

  await open(`#/jobs/${id}`);
  await pressIn(engine, 'Edit');
  let typed = 0;
  const typing = type(typed, 5);
  await new Promise((resolve) => setTimeout(resolve, 4000));
  // A driver may wait with this until the words are typed.
  expect(await stored()).toBeGreaterThan(0);
  typed = await typing;
  await engine.reload();
  await expect.poll(stored).toBe(typed);

  await open(`#/jobs/${id}`);
  await pressIn(engine, 'Edit');
  typed = await type(typed, 0.5);
  await open('#/');
  await expect.poll(stored).toBe(typed);

  await open(`#/jobs/${id}`);
  await pressIn(engine, 'Edit');
  typed = await type(typed, 0.5);
  await engine.open(app.url);
  await expect.poll(stored).toBe(typed);
  expect(await engine.run(() => Object.keys(localStorage).filter((key) => key.includes('unsaved')))).toEqual(
    [],
  );
});

test('words that are typed after the database of the site was deleted stay in the page, which says so', {
  tag: THOROUGH,
}, async ({ engine }) => {
  const { id } = await transcribe(engine, fileToSend(clip('en_hello.wav').path));
  await engine.run((job: string) => {
    location.hash = `#/jobs/${job}`;
  }, id);
  await pressIn(engine, 'Edit');
  const typed = await engine.run(async () => {
    const find = () => document.querySelector<HTMLElement>('[data-paragraph]')?.firstChild;
    while (!find()?.textContent?.includes(' Smith')) await new Promise((resolve) => setTimeout(resolve, 100));
    const deleting = indexedDB.deleteDatabase('earshot');
    await new Promise((resolve, reject) => {
      deleting.onsuccess = resolve;
      deleting.onerror = reject;
    });
    const text = find();
    text?.parentElement?.focus();
    if (text) getSelection()?.collapse(text, (text.textContent ?? '').indexOf(' Smith'));
    for (const letter of ' afterwards') document.execCommand('insertText', false, letter);
    const told = () => document.querySelector('[data-not-saved]')?.textContent ?? '';
    while (!told()) await new Promise((resolve) => setTimeout(resolve, 100));
    return { told: told(), shown: find()?.textContent };
  });
  expect(typed.told).toContain('This recording has been deleted.');
  expect(typed.shown).toContain('afterwards Smith');
});
