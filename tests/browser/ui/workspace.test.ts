import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readEdit } from '../../../src/client/edits.ts';
import type { PreRecordedJob } from '../../../src/contract/pre-recorded-job.ts';
import type { Utterance } from '../../../src/contract/utterance.ts';
import { closeDatabase, DATABASE_NAME, database } from '../../../src/storage/database.ts';
import { listVersions } from '../../../src/storage/edit-store.ts';
import { said } from '../../fakes/edited-document.ts';
import { InPageService, makeDone, makeWav } from './in-page-service.ts';
import { renderApp } from './render-app.ts';

const SAID: Utterance[] = [
  said({ text: 'Um, good morning everyone and thank you for coming here today.', at: 1, speaker: 0 }),
  said({ text: 'Uh morning to you.', at: 10, speaker: 1 }),
  said({ text: 'Shall we begin with the first question of the day?', at: 16, speaker: 0 }),
].map((utterance, index) => ({
  ...utterance,
  words: utterance.words.map((word, at) => (at === 3 && index < 2 ? { ...word, confidence: 0.4 } : word)),
}));

async function deleteDatabase() {
  await closeDatabase();
  await new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(DATABASE_NAME);
    deleting.onsuccess = resolve;
    deleting.onerror = resolve;
  });
}

beforeAll(deleteDatabase);
afterAll(deleteDatabase);

/** Opens a new job for correcting; its corrections are stored as in the app. */
async function openEditor(job: PreRecordedJob = makeDone(SAID)) {
  const service = new InPageService();
  service.jobs = [job];
  service.audio = makeWav(24);
  // Saving asks whether the job is still there.
  const stored = await database();
  const row = { id: job.id, created_at: job.created_at, status: 'done' };
  await Reflect.apply(stored.put, stored, ['jobs', row]);
  const peaks = Uint8Array.from({ length: 24 * 50 }, (_, index) => (index * 7) % 256);
  await stored.put('peaks', { rate: 50, peaks }, job.file?.id ?? '');
  const rendered = await renderApp({ service, hash: `#/jobs/${job.id}` });
  await rendered.screen.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect.poll(() => block(0).textContent).toContain('morning');
  return { ...rendered, job };
}

const blocks = () => [...document.querySelectorAll<HTMLElement>('[data-paragraph]')];
function block(index: number): HTMLElement {
  const found = blocks()[index];
  if (!found) throw new Error(`There is no paragraph ${index}.`);
  return found;
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

function select(index: number, text: string): void {
  const element = block(index);
  element.focus();
  const at = (element.textContent ?? '').indexOf(text);
  getSelection()?.setBaseAndExtent(
    element.firstChild ?? element,
    at,
    element.firstChild ?? element,
    at + text.length,
  );
}

const painted = (name: string) => [...(CSS.highlights.get(name) ?? [])].map((range) => String(range)).sort();
const save = async () => {
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
};

describe('correcting', () => {
  test('unsure words are stepped through, accepted and marked; fillers are struck and come back', async () => {
    await openEditor();
    await button('Unsure words (2)').click();
    await expect.poll(() => painted('doubtful')).toEqual(['everyone', 'you.']);
    await userEvent.keyboard('{F8}');
    await expect.poll(() => String(getSelection())).toBe('everyone');
    await userEvent.keyboard('{Alt>}a{/Alt}');
    await expect.element(button('Unsure words (1)')).toBeVisible();
    await expect.poll(() => String(getSelection())).toBe('you.');
    await expect.poll(() => painted('doubtful')).toEqual(['you.']);
    await button('Strike fillers (2)').click();
    await expect.poll(() => painted('struck')).toEqual(['Uh', 'Um,']);
    await button('Strike fillers (2)').click();
    await expect.poll(() => painted('struck')).toEqual([]);
  });

  test('paste is plain text in one step; what an input method writes counts when it is done', async () => {
    await openEditor();
    select(1, 'morning');
    const data = new DataTransfer();
    data.setData('text/plain', 'a very\ngood evening');
    data.setData('text/html', '<b>bold</b>');
    block(1).dispatchEvent(
      new InputEvent('beforeinput', {
        inputType: 'insertFromPaste',
        dataTransfer: data,
        bubbles: true,
        cancelable: true,
      }),
    );
    await expect.poll(() => block(1).textContent).toBe('Uh a very good evening to you.');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => block(1).textContent).toBe('Uh morning to you.');

    const element = block(1);
    const text = element.firstChild as Text;
    element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    for (const part of ['に', '日', '日本']) {
      text.data = `${part} Uh morning to you.`;
      element.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
    }
    await expect.element(button('Undo')).toBeDisabled();
    element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
    await expect.element(button('Undo')).toBeEnabled();
    expect(block(1).textContent).toBe('日本 Uh morning to you.');
    await button('Undo').click();
    await expect.poll(() => block(1).textContent).toBe('Uh morning to you.');
  });

  test('a full disk: the corrections stay, are offered as a download, and are saved once there is room', async () => {
    const { job } = await openEditor();
    const { put } = IDBObjectStore.prototype;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...row: Parameters<typeof put>
    ) {
      if (this.name === 'edits') throw new DOMException('The disk is full.', 'QuotaExceededError');
      return put.apply(this, row);
    });
    const made = vi.spyOn(URL, 'createObjectURL');
    try {
      select(1, 'morning');
      await userEvent.keyboard('evening');
      await expect.element(page.getByText('Your corrections are not saved.')).toBeVisible();
      expect(block(1).textContent).toBe('Uh evening to you.');
      expect(await readEdit(job.id)).toBeNull();
      await button('Download the corrections').click();
      const file = made.mock.calls.at(-1)?.[0];
      expect(file instanceof Blob && (await file.text())).toContain('" evening"');
    } finally {
      full.mockRestore();
      made.mockRestore();
    }
    await button('Try again').click();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(JSON.stringify(await readEdit(job.id))).toContain('" evening"');
  });

  test('versions are kept, looked at and restored; notes quote what was highlighted', async () => {
    const { job } = await openEditor();
    select(0, 'good morning');
    await userEvent.keyboard('{Alt>}h{/Alt}');
    await expect.poll(() => painted('noted')).toEqual(['good', 'morning']);
    await button('Notes').click();
    await expect.element(page.getByRole('dialog').getByText('good morning')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await save();
    await button('Versions').click();
    await button('Keep this state').click();
    await expect.poll(async () => (await listVersions(job.id)).length).toBe(1);
    await userEvent.keyboard('{Escape}');
    select(0, 'good');
    await userEvent.keyboard('bad');
    await save();
    await button('Versions').click();
    await button('Look at it').click();
    await button('Restore this version').click();
    await expect.poll(() => block(0).textContent).toContain('Um, good morning');
    await save();
    expect((await listVersions(job.id)).map(({ label }) => label)).toEqual([
      'Before restoring',
      'Kept by hand',
    ]);
  });

  test('another run of the recording is compared and taken, with the corrections; the old text is a version', async () => {
    const again = makeDone([
      said({ text: 'Um, good morning every one and thank you for coming here today.', at: 1, speaker: 0 }),
      said({ text: 'Uh morning to you.', at: 10, speaker: 1 }),
    ]);
    const { job, service } = await openEditor();
    service.jobs = [...service.jobs, again];
    select(1, 'morning');
    await userEvent.keyboard('evening');
    await save();
    await button('Versions').click();
    await button(/^Compare with the run of/).click();
    const differences = page.getByRole('list', { name: 'Differences' });
    await expect.element(differences).toBeVisible();
    expect(differences.element().textContent).toContain('every one');
    await button(/^Take the run of/).click();
    await expect
      .poll(() => blocks().map(({ textContent }) => textContent))
      .toEqual(['Um, good morning every one and thank you for coming here today.', 'Uh evening to you.']);
    await save();
    expect((await listVersions(job.id)).map(({ label }) => label)).toEqual(['Before another run']);
    await button('Undo').click();
    await expect.poll(() => blocks().length).toBe(3);
  });

  test('add-ons read the text as it is corrected', async () => {
    const { service } = await openEditor();
    select(1, 'morning');
    await userEvent.keyboard('evening');
    await button('Ask and summarise').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText('Ask about the recording').fill('Who speaks?');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => JSON.stringify(service.bodies)).toContain('Uh evening to you.');
    expect(service.bodies.at(-1)).toMatchObject({
      audio_to_llm: true,
      audio_to_llm_config: { prompts: ['Who speaks?'] },
    });
  });

  test('a selection goes over paragraphs: struck, copied, given to a speaker and written over', async () => {
    await openEditor();
    select(0, 'coming here today.');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.poll(() => painted('selected')).toEqual(['Uh morning to you.', 'coming here today.']);
    await userEvent.keyboard('{Alt>}x{/Alt}');
    await expect.poll(() => painted('struck')).toHaveLength(7);
    await userEvent.keyboard('{Alt>}x{/Alt}');
    await expect.poll(() => painted('struck')).toHaveLength(0);
    const clipboardData = new DataTransfer();
    block(0).dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    expect(clipboardData.getData('text/plain')).toBe('coming here today.\nUh morning to you.');
    await userEvent.keyboard('{Alt>}s{/Alt}');
    await page.getByRole('dialog').getByRole('button', { name: 'Speaker 1', exact: true }).first().click();
    await expect.poll(() => blocks().length).toBe(4);
    await button('Undo').click();
    await expect.poll(() => blocks().length).toBe(3);
    select(0, block(0).textContent ?? '');
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.poll(() => painted('selected')).toHaveLength(3);
    await userEvent.keyboard('x');
    await expect.poll(() => blocks().map(({ textContent }) => textContent)).toEqual(['x']);
    await button('Undo').click();
    await expect.poll(() => blocks().length).toBe(3);
  });

  test('on a narrow screen nothing is wider than it', async () => {
    await page.viewport(360, 740);
    try {
      await openEditor();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
      await button('Captions').click();
      await expect.element(page.getByRole('list', { name: 'Captions' })).toBeVisible();
      await expect.element(page.getByLabelText('Text of caption 1')).toBeVisible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    } finally {
      await page.viewport(1280, 800);
    }
  });
});

describe('captions', () => {
  const text = (number: number) => page.getByLabelText(`Text of caption ${number}`);
  const timeIn = (label: string) => (page.getByLabelText(label).element() as HTMLInputElement).value;

  test('are split at the cursor, joined, moved, shifted and undone; the switch makes them follow again', async () => {
    const { job } = await openEditor();
    await button('Captions').click();
    const follows = page.getByLabelText('Captions follow the transcript');
    await expect.element(follows).toBeChecked();
    const first = text(1).element() as HTMLTextAreaElement;
    const whole = first.value;
    first.focus();
    first.setSelectionRange(whole.indexOf('everyone'), whole.indexOf('everyone'));
    first.dispatchEvent(new Event('select'));
    await userEvent.keyboard('{Alt>}t{/Alt}');
    await expect.poll(() => (text(1).element() as HTMLTextAreaElement).value).toBe('Um, good morning');
    await expect.element(follows).not.toBeChecked();
    text(1).element().focus();
    await userEvent.keyboard('{Alt>}m{/Alt}');
    await expect
      .poll(() => (text(1).element() as HTMLTextAreaElement).value.replaceAll(/\s+/gu, ' '))
      .toBe(whole.replaceAll(/\s+/gu, ' '));
    const end = page.getByLabelText('End of caption 1');
    await end.fill('0:09.5');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => timeIn('End of caption 1')).toBe('0:09.500');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(() => timeIn('End of caption 1')).toBe('0:09.600');
    const before = timeIn('Start of caption 2');
    await page.getByRole('spinbutton', { name: 'Seconds' }).fill('1');
    await button(/^Shift/).click();
    await expect.poll(() => timeIn('Start of caption 2')).not.toBe(before);
    await button('Undo').click();
    await expect.poll(() => timeIn('Start of caption 2')).toBe(before);
    await save();
    expect((await readEdit(job.id))?.document.cues?.length).toBeGreaterThan(2);
    await follows.click();
    await save();
    expect((await readEdit(job.id))?.document.cues).toBeNull();
  });

  test('text of a caption is text of the transcript; the rules that it breaks are said', async () => {
    await openEditor();
    await button('Captions').click();
    await text(2).fill(
      'Uh a rather long and quickly spoken good morning\nto each and every single one of you all here',
    );
    await userEvent.keyboard('{Tab}');
    const faults = page.getByRole('list', { name: 'Rules that caption 2 breaks' });
    await expect.element(faults).toBeVisible();
    expect(faults.element().textContent).toMatch(/\d+(\.\d)? characters a second, over 20/);
    expect(faults.element().textContent).toContain('row of 48 characters, over 42');
    await expect.element(button('Next that breaks a rule (1)')).toBeVisible();
    await button('Text').click();
    await expect
      .poll(() => block(1).textContent)
      .toContain('a rather long and quickly spoken good morning to each');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => block(1).textContent).toBe('Uh morning to you.');
  });

  test('an edge is dragged on the waveform', async () => {
    const { job } = await openEditor();
    await button('Captions').click();
    text(2).element().focus();
    const before = timeIn('End of caption 2');
    const grip = () => {
      const id = page.getByRole('group', { name: 'Caption 2' }).element().getAttribute('data-cue');
      return document.querySelector(`[data-grip="${id}-end"]`);
    };
    await expect.poll(grip).not.toBeNull();
    const at = grip()?.getBoundingClientRect();
    if (!at) throw new Error('There is no edge.');
    const move = (type: string, by: number) =>
      grip()?.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          clientX: at.x + at.width / 2 + by,
          clientY: at.y + 5,
          bubbles: true,
        }),
      );
    const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined);
    move('pointerdown', 0);
    move('pointermove', 30);
    move('pointerup', 30);
    capture.mockRestore();
    await expect.poll(() => timeIn('End of caption 2')).not.toBe(before);
    await save();
    const cues = (await readEdit(job.id))?.document.cues ?? [];
    expect(cues[1]?.end).toBeGreaterThan(Number(before.split(':')[1]));
  });
});
