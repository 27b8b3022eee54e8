import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDone } from '../../../tests/browser/ui/in-page-service.ts';
import { useEmptyDatabase } from '../../../tests/browser/ui/open-editor.ts';
import { said } from '../../../tests/fakes/corrected-document.ts';
import {
  machineTranscript,
  readCorrected,
  storeCorrected,
  versions,
} from '../../client/corrections/corrected-transcripts.ts';
import { journalsOf } from '../../client/corrections/correction-journal.ts';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { correctingLock } from '../../contract/realms/correcting-lock.ts';
import { applyChange, type Change } from '../../document/edits/change.ts';
import { setText } from '../../document/edits/edit-text.ts';
import { paragraphText } from '../../document/paragraphs.ts';
import { database } from '../../storage/database/database.ts';
import { EditorState } from './editor-state.svelte.ts';

/** Corrections are stored as in the app, and the right to correct is a lock of the browser. */
useEmptyDatabase();

let page: AbortController;
let job: PreRecordedJob;
beforeEach(async () => {
  vi.restoreAllMocks();
  page = new AbortController();
  job = makeDone([said({ text: 'Good morning.', at: 0 }), said({ text: 'Thank you.', at: 10 })]);
  const stored = await database();
  const row = { id: job.id, created_at: job.created_at, status: 'done' };
  await Reflect.apply(stored.put, stored, ['jobs', row]);
});
afterEach(() => page.abort());

const open = () => new EditorState(job, page.signal);
async function editing(): Promise<EditorState> {
  const editor = open();
  await editor.start();
  expect(editor.hold).toBe('mine');
  return editor;
}
const first = ({ document }: Pick<EditorState, 'document'>) =>
  document.paragraphs[0] ? paragraphText(document.paragraphs[0]) : '';
const textStored = async () => {
  const stored = await readCorrected(job.id);
  return stored && first(stored);
};
const writing = ({ document }: Pick<EditorState, 'document'>, text: string): Change | null =>
  setText(document, 0, text);
const write = (editor: EditorState, text: string) =>
  editor.change(writing(editor, text), { label: 'Typing' });

/** Fails the writes of the database, or lets them through again. */
const fillDisk = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
/** Holds the right to correct, as another tab does, until it is let go. */
function holdElsewhere(): Promise<() => void> {
  return new Promise((held) => {
    void navigator.locks.request(correctingLock(job.id), () => new Promise<void>((release) => held(release)));
  });
}
/** Saves a correction, as another tab does that took the right. */
async function saveElsewhere(text: string): Promise<void> {
  const stored = await readCorrected(job.id);
  const before = stored ?? machineTranscript(job);
  const change = writing(before, text);
  await storeCorrected(job.id, change ? applyChange(before.document, change).document : before.document, {
    revision: before.revision,
    document: stored?.document ?? null,
  });
}

describe('an editor', () => {
  it('changes nothing before the right to correct is held', async () => {
    const editor = open();
    expect(write(editor, 'Good evening.')).toBe(false);
    expect([first(editor), editor.hold]).toEqual(['Good morning.', 'none']);
    await editor.start();
    expect(write(editor, 'Good evening.')).toBe(true);
    expect(first(editor)).toBe('Good evening.');
  });

  it('leaves the right to another tab that holds it', async () => {
    const release = await holdElsewhere();
    const editor = open();
    await editor.start();
    expect(editor).toMatchObject({ hold: 'elsewhere', editing: false });
    release();
    await editor.start();
    expect(editor.hold).toBe('mine');
  });

  it('undoes and redoes, with the names of what was done, and forgets both with another document', async () => {
    const editor = await editing();
    editor.change(writing(editor, 'One.'), { label: 'First' });
    editor.change(writing(editor, 'Two.'), { label: 'Second' });
    expect([editor.canUndo, editor.canRedo]).toEqual([true, false]);
    expect([editor.undo(), first(editor)]).toEqual(['Second', 'One.']);
    expect([editor.undo(), first(editor)]).toEqual(['First', 'Good morning.']);
    expect([editor.undo(), editor.canUndo]).toEqual([null, false]);
    expect([editor.redo(), first(editor)]).toEqual(['First', 'One.']);
    editor.change(writing(editor, 'Three.'), { label: 'Third' });
    expect(editor.redo()).toBeNull();
  });

  it('makes one change of a draft, which is saved before it is one', async () => {
    const editor = await editing();
    for (const text of ['Good e', 'Good evening.'])
      editor.write({ of: 'p', label: 'Writing', make: (document) => writing({ document }, text) });
    expect([first(editor), editor.canUndo]).toEqual(['Good morning.', false]);
    await editor.save();
    expect(await textStored()).toBe('Good evening.');
    editor.settle();
    expect([first(editor), editor.undo(), first(editor)]).toEqual([
      'Good evening.',
      'Writing',
      'Good morning.',
    ]);
    editor.write({ of: 'p', label: 'Writing', make: (document) => writing({ document }, 'x') });
    editor.dropDraft();
    editor.settle();
    expect(first(editor)).toBe('Good morning.');
  });
});

describe('saving', () => {
  it('follows a change by itself, and says when all is saved', async () => {
    const editor = await editing();
    expect(editor.status).toBe('unchanged');
    write(editor, 'Good evening.');
    expect(editor.status).toBe('changed');
    await expect.poll(() => editor.status).toBe('saved');
    expect([await textStored(), editor.revision]).toEqual(['Good evening.', 1]);
  });

  it('goes one at a time, and many calls during one make one more with the newest text', async () => {
    const editor = await editing();
    const saves = ['One.', 'Two.', 'Three.'].map((text) => {
      write(editor, text);
      return editor.save();
    });
    await Promise.all(saves);
    expect([await textStored(), editor.revision]).toEqual(['Three.', 2]);
  });

  it('that fails says why, keeps the text in the journal, and comes to its end later', async () => {
    const editor = await editing();
    const full = fillDisk();
    write(editor, 'Good evening.');
    expect(await editor.stop()).toBe(false);
    expect(editor).toMatchObject({ status: 'failed', hold: 'mine' });
    expect(editor.problem).toContain('Not enough storage');
    expect(JSON.stringify(journalsOf(job.id))).toContain('evening');
    full.mockRestore();
    expect(await editor.stop()).toBe(true);
    expect(editor).toMatchObject({ status: 'saved', problem: null, hold: 'none' });
    expect([await textStored(), journalsOf(job.id)]).toEqual(['Good evening.', []]);
  });

  it('that fails is tried again by itself, as soon as there is room', async () => {
    const editor = await editing();
    const full = fillDisk();
    write(editor, 'Good evening.');
    await expect.poll(() => editor.status).toBe('failed');
    full.mockRestore();
    await expect.poll(() => editor.status, { timeout: 20_000 }).toBe('saved');
    expect([await textStored(), journalsOf(job.id)]).toEqual(['Good evening.', []]);
  });

  it('is done when the view is left, and what could not be stored is there when it comes back', async () => {
    const editor = await editing();
    const full = fillDisk();
    write(editor, 'Good evening.');
    page.abort();
    page = new AbortController();
    const again = open();
    await again.start();
    expect([first(again), again.status]).toEqual(['Good evening.', 'failed']);
    full.mockRestore();
    await again.save();
    expect(await textStored()).toBe('Good evening.');
  });
});

describe('a conflict with another tab', () => {
  it('shows its text where this one has changed nothing', async () => {
    const editor = open();
    await saveElsewhere('Hello.');
    await expect.poll(() => first(editor)).toBe('Hello.');
    expect(editor).toMatchObject({ revision: 1, aside: false });
  });

  it('keeps what is not saved as a version, shows the other text, and ends correcting', async () => {
    const editor = await editing();
    write(editor, 'Good evening.');
    // Another tab has saved first: the save that follows comes too late.
    await saveElsewhere('Hello.');
    await editor.save();
    await expect.poll(() => editor.aside).toBe(true);
    expect([first(editor), editor.hold, editor.canUndo]).toEqual(['Hello.', 'none', false]);
    const [kept = expect.fail()] = await versions.list(job.id);
    expect(kept.label).toBe('Not saved: changed elsewhere');
    expect(await textStored()).toBe('Hello.');
  });

  it('lets the other tab have the right after saving', async () => {
    const editor = await editing();
    write(editor, 'Good evening.');
    const other = new EditorState(job, page.signal);
    await other.start({ takeOver: true });
    expect([other.hold, first(other)]).toEqual(['mine', 'Good evening.']);
    expect(editor).toMatchObject({ hold: 'elsewhere', aside: false });
  });
});
