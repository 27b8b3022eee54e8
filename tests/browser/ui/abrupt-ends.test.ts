import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readCorrected } from '../../../src/client/corrections/corrected-transcripts.ts';
import { journaledJobs, journalsOf } from '../../../src/client/corrections/correction-journal.ts';
import { correctingLock } from '../../../src/contract/realms/correcting-lock.ts';
import { paragraphText } from '../../../src/document/paragraphs.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import {
  block,
  blocks,
  button,
  choose,
  openEditor,
  openJob,
  panel,
  select,
  useEmptyDatabase,
} from './open-editor.ts';

/** What is written is lost neither with its field nor with its page. */
useEmptyDatabase();
beforeEach(() => localStorage.clear());

/** The browser is asked to leave the page; returns whether it would ask. */
const leaves = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const storedOf = async (id: string) => (await readCorrected(id))?.document;

/** Another tab corrects the transcript, or what was begun there is not over, until it lets go. */
function holdRight(id: string): Promise<() => void> {
  return new Promise((held) => {
    void navigator.locks.request(correctingLock(id), () => new Promise<void>((letGo) => held(letGo)));
  });
}

test('words that are typed after the paragraph in which somebody composes has gone are stored', {
  tags: THOROUGH_TAG,
}, async () => {
  const { job } = await openEditor();
  select(1, 'Uh');
  getSelection()?.collapseToEnd();
  const enter = { inputType: 'insertParagraph', bubbles: true, cancelable: true };
  block(1).dispatchEvent(new InputEvent('beforeinput', enter));
  await expect.poll(() => blocks().length).toBe(4);
  const composed = block(2);
  composed.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  (composed.firstChild as Text).data = `か${composed.textContent}`;
  composed.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
  await choose('More', 'Undo');
  await choose('More', 'Undo');
  await expect.poll(() => blocks().length).toBe(3);
  select(1, 'morning');
  document.execCommand('insertText', false, 'evening');
  await expect
    .poll(async () => (await storedOf(job.id))?.paragraphs.map(paragraphText)[1])
    .toBe('Uh evening to you.');
});

test('a note that is written while the text is only read is kept at once, and stored once', async () => {
  const { job } = await openJob();
  await panel('Notes');
  await button(/^Bookmark/).click();
  const note = page.getByLabelText('Bookmark', { exact: true });
  await expect.element(note).toBeVisible();
  await expect.poll(leaves).toBe(false);
  const field = note.element() as HTMLInputElement;
  field.value = 'a remark';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // The right to correct is not there yet.
  expect(leaves()).toBe(true);
  window.dispatchEvent(new Event('pagehide'));
  expect(JSON.stringify(journalsOf(job.id))).toContain('a remark');
  await expect
    .poll(async () => (await storedOf(job.id))?.notes.map(({ text }) => text))
    .toEqual(['a remark']);
  await expect.poll(leaves).toBe(false);
  expect(journaledJobs()).toEqual([]);

  // A note of its own, and the view is left at once.
  button('Bookmark 0:00')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  field.value = 'the last word';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  location.hash = '#/';
  await expect.poll(async () => (await storedOf(job.id))?.notes[0]?.text).toBe('the last word');
  await expect.poll(leaves).toBe(false);
  expect(journaledJobs()).toEqual([]);
});

test('a note that another tab keeps from being stored stays in its field, and the browser asks', {
  tags: THOROUGH_TAG,
}, async () => {
  const { job } = await openJob();
  await panel('Notes');
  await button(/^Bookmark/).click();
  const note = page.getByLabelText('Bookmark', { exact: true });
  await expect.element(note).toBeVisible();
  await expect.poll(leaves).toBe(false);
  const letGo = await holdRight(job.id);
  await note.fill('a remark');
  await expect.element(page.getByText('being corrected in another tab')).toBeVisible();
  await expect.poll(leaves).toBe(true);
  await page.getByLabelText('Play from 0:00').first().click();
  expect(leaves()).toBe(true);
  expect((await storedOf(job.id))?.notes[0]?.text).toBe('');
  expect(journaledJobs()).toEqual([]);
  letGo();
  await note.fill('a remark of mine');
  await expect.poll(async () => (await storedOf(job.id))?.notes[0]?.text).toBe('a remark of mine');
  await expect.poll(leaves).toBe(false);
});

test('a form that is being sent has the browser ask until it is stored, all of it at once', async () => {
  const { library } = await openJob();
  await choose('More', 'Name, tags and folder');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Name', { exact: true }).fill('A talk');
  await dialog.getByLabelText('New tag', { exact: true }).fill('physics');
  await dialog.getByLabelText('Folder', { exact: true }).fill('Talks');
  let letGo: () => void = () => undefined;
  const change = vi.spyOn(library, 'change').mockReturnValue(
    new Promise((resolve) => {
      letGo = resolve;
    }),
  );
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  expect(leaves()).toBe(true);
  letGo();
  await expect.poll(leaves).toBe(false);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(change.mock.calls.map(([, changes]) => changes)).toEqual([
    { name: 'A talk', addTags: ['physics'], folder: 'Talks' },
  ]);
});
