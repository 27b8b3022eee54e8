import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  readCorrected,
  storeCorrected,
  versions,
} from '../../../src/client/corrections/corrected-transcripts.ts';
import { journaledJobs, journalsOf } from '../../../src/client/corrections/correction-journal.ts';
import { correctingLock } from '../../../src/contract/realms/correcting-lock.ts';
import { applyChange } from '../../../src/document/edits/change.ts';
import { setText } from '../../../src/document/edits/edit-text.ts';
import { paragraphText } from '../../../src/document/paragraphs.ts';
import { changeStores } from '../../../src/storage/database/change-stores.ts';
import { SAVE_AFTER_MS } from '../../../src/ui/workspace/saving/correction-saver.svelte.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import {
  block,
  blocks,
  button,
  choose,
  closePanel,
  openEditor,
  openMenu,
  panel,
  save,
  select,
  useEmptyDatabase,
} from './open-editor.ts';

useEmptyDatabase();

const textOf = async (id: string, index: number) => {
  const found = (await readCorrected(id))?.document.paragraphs[index];
  return found ? paragraphText(found) : null;
};
const hide = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
/** The browser is asked to leave the page; returns whether it would ask. */
const leaves = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
/** Whether the menu offers to undo; the caret remains in the text. */
async function canUndo(): Promise<boolean> {
  await openMenu('More');
  const undo = button('Undo').element() as HTMLButtonElement;
  await button('More').click();
  return !undo.disabled;
}
/** Writes a letter as a keyboard does. */
const type = (letter: string) => document.execCommand('insertText', false, letter);

/** Holds back all writes of the database until they are released. */
async function holdWrites() {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let end: Promise<unknown> = Promise.resolve();
  await new Promise<void>((begun) => {
    end = changeStores(['edits', 'edit-paragraphs'], async (transaction) => {
      let over = false;
      void held.then(() => {
        over = true;
      });
      begun();
      // A transaction lives as long as it is asked something.
      while (!over) await transaction.objectStore('edits').count();
    });
  });
  return {
    letGo: async () => {
      letGo();
      await end;
    },
  };
}

beforeEach(() => {
  vi.restoreAllMocks();
});

describe('what is typed', () => {
  test('is stored within two seconds, though nobody pauses', async () => {
    const { job } = await openEditor();
    select(1, 'morning');
    type('x');
    // A slow machine may need longer for all of it, and for the waits of this test.
    expect(SAVE_AFTER_MS).toBeLessThan(2000);
    const revision = async () => (await readCorrected(job.id))?.revision ?? 0;
    const endsAt = performance.now() + 15_000;
    while ((await revision()) < 3 && performance.now() < endsAt) {
      type('y');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await revision()).toBeGreaterThan(2);
    expect(await textOf(job.id, 1)).toContain('xy');
    await save();
    expect(await textOf(job.id, 1)).toBe(block(1).textContent?.trim());
  });

  test('is kept when the page is hidden or ends, the browser asks, and it is forgotten once it is stored', async () => {
    const { job } = await openEditor();
    expect(leaves()).toBe(false);
    const writes = await holdWrites();
    select(1, 'morning');
    type('evening');
    window.dispatchEvent(new Event('pagehide'));
    expect(journalsOf(job.id)[0]?.difference.paragraphs).toHaveLength(1);
    expect(JSON.stringify(journalsOf(job.id))).toContain('evening');
    select(1, 'evening');
    type('night');
    hide('hidden');
    expect(JSON.stringify(journalsOf(job.id))).toContain('night');
    expect(leaves()).toBe(true);
    await writes.letGo();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await textOf(job.id, 1)).toBe('Uh night to you.');
    expect(journaledJobs()).toEqual([]);
    expect(leaves()).toBe(false);
  });

  test('with an input method, and in fields that have the focus, is stored as well', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { job } = await openEditor();
    const element = block(1);
    element.focus();
    element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    (element.firstChild as Text).data = '日本 Uh morning to you.';
    element.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
    await expect.poll(() => textOf(job.id, 1)).toBe('日本 Uh morning to you.');
    await expect.poll(canUndo).toBe(false);
    // Given up: the text is as it was.
    (element.firstChild as Text).data = 'Uh morning to you.';
    element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '' }));
    await expect.poll(() => textOf(job.id, 1)).toBe('Uh morning to you.');
    await expect.poll(canUndo).toBe(false);

    const side = await panel('Speakers');
    await side.getByLabelText('Speaker 1', { exact: true }).fill('Ada');
    await expect.poll(async () => (await readCorrected(job.id))?.document.speakers[0]?.name).toBe('Ada');
    await expect.poll(leaves).toBe(false);
    await panel('Notes');
    await button(/^Bookmark/).click();
    await page.getByLabelText('Bookmark', { exact: true }).fill('a remark');
    await expect.poll(async () => (await readCorrected(job.id))?.document.notes[0]?.text).toBe('a remark');
    await panel('Chapters');
    await page.getByLabelText('Title of the new chapter').fill('One');
    await button(/^Add chapter/).click();
    await page.getByLabelText(/^Title of the chapter at/).fill('Two');
    await expect.poll(async () => (await readCorrected(job.id))?.document.chapters[0]?.title).toBe('Two');
    await closePanel();

    await choose('More', 'Captions');
    const caption = page.getByLabelText('Text of caption 2');
    await caption.fill('Uh evening to you. ');
    await expect.poll(() => textOf(job.id, 1)).toBe('Uh evening to you.');
    // The space that was typed last is still there: somebody writes on.
    await expect.element(caption).toHaveValue('Uh evening to you. ');
    await choose('More', 'Text');
    await expect.poll(() => blocks()[1]?.textContent).toBe('Uh evening to you.');
    await choose('More', 'Undo');
    await expect.poll(() => block(1).textContent).toBe('Uh morning to you.');
  });

  test('is saved when another view is opened at once, and is there when one comes back', async () => {
    const { job } = await openEditor();
    select(1, 'morning');
    type('evening');
    location.hash = '#/';
    await expect.poll(() => blocks().length).toBe(0);
    location.hash = `#/jobs/${job.id}`;
    await button('Edit').click();
    await expect.poll(() => blocks()[1]?.textContent).toBe('Uh evening to you.');
    expect(await textOf(job.id, 1)).toBe('Uh evening to you.');
    expect(journaledJobs()).toEqual([]);
    expect(leaves()).toBe(false);
  });
});

describe('saves', () => {
  test('that wait for another go one at a time, the latest words win, and Done ends', async () => {
    const { job } = await openEditor();
    const writes = await holdWrites();
    select(1, 'morning');
    type('first');
    for (const word of ['second', 'third']) {
      await userEvent.keyboard('{Control>}s{/Control}');
      select(1, block(1).textContent?.split(' ')[1] ?? '');
      type(word);
    }
    await userEvent.keyboard('{Control>}s{/Control}');
    hide('hidden');
    await button('Done').click();
    await writes.letGo();
    await expect.element(button('Edit')).toBeVisible();
    expect(await textOf(job.id, 1)).toBe('Uh third to you.');
    expect((await readCorrected(job.id))?.revision).toBe(2);
    expect(page.getByText('not saved').query()).toBeNull();
  });

  test('that the browser ends too late are none of another tab', { tags: THOROUGH_TAG }, async () => {
    const { job } = await openEditor();
    const writes = await holdWrites();
    select(1, 'morning');
    type('first');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await userEvent.keyboard('{Control>}s{/Control}');
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await expect
      .element(page.getByText('The browser has not stored the corrections within 10 s.'))
      .toBeVisible();
    expect(journalsOf(job.id)).toHaveLength(1);
    await writes.letGo();
    select(1, 'first');
    type('second');
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await textOf(job.id, 1)).toBe('Uh second to you.');
    expect(journaledJobs()).toEqual([]);
    await button('Done').click();
    await expect.element(button('Edit')).toBeVisible();
  });

  test('that fail are told on Done, which goes on to correct', async () => {
    await openEditor();
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    });
    select(1, 'morning');
    type('evening');
    await button('Done').click();
    await expect.element(page.getByRole('alert').filter({ hasText: 'not saved' })).toHaveFocus();
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Not enough storage.*Delete recordings/);
    expect(leaves()).toBe(true);
    full.mockRestore();
    await button('Done').click();
    await expect.element(button('Edit')).toBeVisible();
    expect(leaves()).toBe(false);
  });
});

describe('a tab that another one takes the transcript from', () => {
  const taken = (id: string) =>
    navigator.locks.request(correctingLock(id), { steal: true }, async () => undefined);

  test('shows what is stored at once, and keeps what it had not saved as a version', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { job } = await openEditor();
    select(0, 'good');
    type('bad');
    await save();
    select(1, 'morning');
    type('evening');
    await taken(job.id);
    await expect.element(page.getByText('What you wrote last is kept as a version.')).toBeVisible();
    expect(blocks()).toHaveLength(0);
    const list = page.getByRole('list', { name: 'Transcript' });
    await expect.element(list).toHaveTextContent(/Um, bad morning.*Uh morning to you/);
    expect(await textOf(job.id, 1)).toBe('Uh morning to you.');
    expect(journaledJobs()).toEqual([]);
    expect(leaves()).toBe(false);
    const [version] = await versions.list(job.id);
    expect(version?.label).toBe('Not saved: changed elsewhere');
    await button('Open the versions').click();
    await button('Look at it').click();
    await expect
      .element(page.getByRole('region', { name: /^Version/ }))
      .toHaveTextContent('Uh evening to you.');
    expect(button('Restore this version').query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await button('Correct it here').click();
    await expect.poll(() => blocks().length).toBe(3);
    await button('Open the versions').click();
    await button('Look at it').first().click();
    await button('Restore this version').click();
    await expect.poll(() => block(1).textContent).toBe('Uh evening to you.');
  });

  test('hands over all that is typed until it lets go', async () => {
    const { job } = await openEditor();
    select(1, 'morning');
    const writes = await holdWrites();
    type('evening');
    new BroadcastChannel('earshot').postMessage({ type: 'edit-wanted', id: job.id });
    await new Promise((resolve) => setTimeout(resolve, 50));
    select(1, 'evening');
    type('night');
    await writes.letGo();
    await expect.element(page.getByText('being corrected in another tab')).toBeVisible();
    expect(await textOf(job.id, 1)).toBe('Uh night to you.');
    await expect
      .element(page.getByRole('list', { name: 'Transcript' }))
      .toHaveTextContent('Uh night to you.');
    expect(await versions.list(job.id)).toEqual([]);
  });

  test('finds that another has saved: Done ends, and its words are a version', async () => {
    const { job } = await openEditor();
    select(1, 'morning');
    type('first');
    await save();
    const edit = await readCorrected(job.id);
    const change = edit && setText(edit.document, 1, 'Uh theirs to you.');
    if (!edit || !change) throw new Error('Nothing was saved.');
    await storeCorrected(job.id, applyChange(edit.document, change).document, edit);
    select(1, 'first');
    const done = button('Done').element() as HTMLButtonElement;
    type('mine');
    // At once: the save after a pause finds the other one as well, and then there is no such button.
    done.click();
    await expect.element(button('Edit')).toBeVisible();
    await expect.element(page.getByText('What you wrote last is kept as a version.')).toBeVisible();
    await expect
      .element(page.getByRole('list', { name: 'Transcript' }))
      .toHaveTextContent('Uh theirs to you.');
    const [version] = await versions.list(job.id);
    const kept = await versions.read(job.id, version?.number ?? 0);
    expect(kept.paragraphs.map(paragraphText)).toContain('Uh mine to you.');
  });
});
