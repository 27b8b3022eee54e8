import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readCorrected } from '../../../src/client/corrections/corrected-transcripts.ts';
import { listVersions } from '../../../src/storage/corrections/corrected-store.ts';
import { said } from '../../fakes/corrected-document.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { makeDone } from './in-page-service.ts';
import {
  block,
  blocks,
  button,
  choose,
  closePanel,
  openEditor,
  openMenu,
  painted,
  panel,
  save,
  select,
  useEmptyDatabase,
} from './open-editor.ts';

useEmptyDatabase();

describe('correcting', () => {
  test('unsure words are stepped through, accepted and marked; fillers are struck and come back', {
    tags: THOROUGH_TAG,
  }, async () => {
    await openEditor();
    await choose('More', 'Unsure words (2)');
    await expect.poll(() => painted('doubtful')).toEqual(['everyone', 'you.']);
    await userEvent.keyboard('{F8}');
    await expect.poll(() => String(getSelection())).toBe('everyone');
    await userEvent.keyboard('{Alt>}a{/Alt}');
    await expect.element(button('Unsure words (1)')).toBeVisible();
    await expect.poll(() => String(getSelection())).toBe('you.');
    await expect.poll(() => painted('doubtful')).toEqual(['you.']);
    await button('Fix everywhere').click();
    await expect.element(page.getByLabelText('Find', { exact: true })).toHaveValue('you');
    await expect.element(page.getByLabelText('Replace by')).toHaveFocus();
    await userEvent.keyboard('thou');
    button('Replace all').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Find', { exact: true })).toHaveFocus();
    await expect.poll(() => block(1).textContent).toBe('Uh morning to thou.');
    expect(block(0).textContent).toContain('thank thou for');
    await expect.poll(() => button(/^Unsure words/).query()).toBeNull();
    await page.getByLabelText('Find', { exact: true }).fill('morning to');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => String(getSelection())).toBe('morning to');
    expect(document.activeElement).toBe(block(1));
    await choose('More', 'Remove fillers (2)');
    await expect.poll(() => painted('struck')).toEqual(['Uh', 'Um,']);
    await choose('More', 'Remove fillers (2)');
    await expect.poll(() => painted('struck')).toEqual([]);
  });

  test('@ is a letter like any other, also where the Alt key writes it', async () => {
    await openEditor();
    select(1, 'morning');
    await userEvent.keyboard('mail@home');
    await expect.poll(() => block(1).textContent).toBe('Uh mail@home to you.');
    const pressed = new KeyboardEvent('keydown', {
      key: '@',
      code: 'KeyL',
      altKey: true,
      bubbles: true,
      cancelable: true,
    });
    expect(block(1).dispatchEvent(pressed)).toBe(true);
    expect(document.querySelector('dialog[open]')).toBeNull();
  });

  test('Alt + C writes the time of the playback in the place of what is selected, as one step', async () => {
    await openEditor();
    await page.getByLabelText('Position').fill('12');
    select(1, 'morning');
    await userEvent.keyboard('{Alt>}c{/Alt}');
    await expect.poll(() => block(1).textContent).toBe('Uh [0:12] to you.');
    await userEvent.keyboard('then ');
    await expect.poll(() => block(1).textContent).toBe('Uh [0:12] then to you.');
    await userEvent.keyboard('{Control>}zz{/Control}');
    await expect.poll(() => block(1).textContent).toBe('Uh morning to you.');
    block(1).focus();
    getSelection()?.collapse(block(1).firstChild, 18);
    await userEvent.keyboard('{Alt>}c{/Alt}');
    await expect.poll(() => block(1).textContent).toBe('Uh morning to you. [0:12]');
  });

  test('paste is plain text in one step; what an input method writes counts when it is done', {
    tags: THOROUGH_TAG,
  }, async () => {
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
    await expect.poll(() => block(1).textContent).toBe('Uh a very');
    expect(block(2).textContent).toBe('good evening to you.');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => block(1).textContent).toBe('Uh morning to you.');

    const element = block(1);
    const text = element.firstChild as Text;
    element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    for (const part of ['に', '日', '日本']) {
      text.data = `${part} Uh morning to you.`;
      element.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
    }
    await openMenu('More');
    await expect.element(button('Undo')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
    await openMenu('More');
    await expect.element(button('Undo')).toBeEnabled();
    await userEvent.keyboard('{Escape}');
    expect(block(1).textContent).toBe('日本 Uh morning to you.');
    await choose('More', 'Undo');
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
      expect(await readCorrected(job.id)).toBeNull();
      await button('Download the corrections').click();
      const file = made.mock.calls.at(-1)?.[0];
      expect(file instanceof Blob && (await file.text())).toContain('" evening"');
      // Neither "Done" nor another view loses what could not be saved.
      await button('Done').click();
      await expect.element(page.getByText('Your corrections are not saved.')).toBeVisible();
      expect(block(1).textContent).toBe('Uh evening to you.');
      location.hash = '#/';
      await expect.poll(() => blocks().length).toBe(0);
      location.hash = `#/jobs/${job.id}`;
      await expect.element(page.getByText('Your corrections are not saved.')).toBeVisible();
      await button('Edit').click();
      await expect.poll(() => blocks()[1]?.textContent).toBe('Uh evening to you.');
    } finally {
      full.mockRestore();
      made.mockRestore();
    }
    await button('Try again').click();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(JSON.stringify(await readCorrected(job.id))).toContain('" evening"');
  });

  test('versions are kept, looked at and restored; notes quote what was highlighted', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { job } = await openEditor();
    select(0, 'good morning');
    await userEvent.keyboard('{Alt>}h{/Alt}');
    await expect.poll(() => painted('noted')).toEqual(['good', 'morning']);
    const side = await panel('Notes');
    await expect.element(side.getByText('good morning')).toBeVisible();
    await save();
    await panel('Versions');
    await button('Keep this state').click();
    await expect.poll(async () => (await listVersions(job.id)).length).toBe(1);
    await closePanel();
    select(0, 'good');
    await userEvent.keyboard('bad');
    await save();
    await panel('Versions');
    await button('Look at it').click();
    const kept = page.getByRole('region', { name: /^Version \d+$/ });
    await expect.element(kept).toHaveTextContent(/Um, good morning everyone.*Uh morning to you\./);
    expect(block(0).textContent).toContain('Um, bad morning');
    await button('Restore this version').click();
    await expect.poll(() => block(0).textContent).toContain('Um, good morning');
    await save();
    expect((await listVersions(job.id)).map(({ label }) => label)).toEqual([
      'Before restoring',
      'Kept by hand',
    ]);
  });

  test('another run of the recording is compared and taken, with the corrections; the old text is a version', {
    tags: THOROUGH_TAG,
  }, async () => {
    const again = makeDone([
      said({ text: 'Um, good morning every one and thank you for coming here today.', at: 1, speaker: 0 }),
      said({ text: 'Uh morning to you.', at: 10, speaker: 1 }),
    ]);
    const { job, service } = await openEditor();
    service.jobs = [...service.jobs, again];
    select(1, 'morning');
    await userEvent.keyboard('evening');
    await save();
    await panel('Versions');
    await button(/^Compare with the run of/).click();
    const differences = page.getByRole('list', { name: 'Differences' });
    await expect.element(differences).toBeVisible();
    expect(differences.element().textContent).toContain('every one');
    await button(/^Use the transcript of/).click();
    await expect
      .poll(() => blocks().map(({ textContent }) => textContent))
      .toEqual(['Um, good morning every one and thank you for coming here today.', 'Uh evening to you.']);
    await save();
    expect((await listVersions(job.id)).map(({ label }) => label)).toEqual(['Before another run']);
    await choose('More', 'Undo');
    await expect.poll(() => blocks().length).toBe(3);
  });

  test('a selection is transcribed again: what was heard takes its place, and all around it stays', async () => {
    const { job, service } = await openEditor();
    select(0, 'good');
    await userEvent.keyboard('bad');
    select(1, 'morning to');
    await userEvent.keyboard('{Alt>}r{/Alt}');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText('Model').selectOptions('Whisper');
    await dialog.getByRole('button', { name: 'Transcribe again' }).click();
    const span = { start: expect.closeTo(10.45), end: expect.closeTo(11.45) };
    await expect
      .poll(() => service.bodies)
      .toContainEqual(
        expect.objectContaining({
          span,
          model: 'stt-1',
          quality: 'careful',
          audio_url: job.request_params?.audio_url,
        }),
      );
    const run = service.jobs.find(({ id }) => id !== job.id);
    const heard = makeDone([said({ text: 'mourning two', at: 10.5 })]);
    service.jobs = [
      job,
      { ...heard, ...(run && { id: run.id, request_params: run.request_params }), file: job.file },
    ];
    await panel('Versions');
    await button(/^Compare with the run of .*0:10–0:11/).click();
    const differences = page.getByRole('list', { name: 'Differences' });
    await expect.element(differences).toBeVisible();
    expect(differences.element().textContent).toMatch(/morning to\s*mourning two/);
    await button(/^Use the transcript of/).click();
    await expect.poll(() => block(1).textContent).toBe('Uh mourning two you.');
    expect(block(0).textContent).toContain('Um, bad morning');
    await save();
    expect((await listVersions(job.id)).map(({ label }) => label)).toEqual(['Before another run']);
  });

  test('add-ons read the text as it is corrected', { tags: THOROUGH_TAG }, async () => {
    const { service } = await openEditor();
    select(1, 'morning');
    await userEvent.keyboard('evening');
    const ask = await panel('Ask');
    await ask.getByLabelText('Ask about the recording').fill('Who speaks?');
    await ask.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(() => JSON.stringify(service.bodies)).toContain('Uh evening to you.');
    expect(service.bodies.at(-1)).toMatchObject({
      audio_to_llm: true,
      audio_to_llm_config: { prompts: ['Who speaks?'] },
    });
  });

  test('a selection goes over paragraphs: struck, copied, given to a speaker and written over', {
    tags: THOROUGH_TAG,
  }, async () => {
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
    await page.getByRole('dialog').getByRole('button', { name: 'Speaker 2', exact: true }).first().click();
    await expect.poll(() => blocks().length).toBe(4);
    await choose('More', 'Undo');
    await expect.poll(() => blocks().length).toBe(3);
    select(0, block(0).textContent ?? '');
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.poll(() => painted('selected')).toHaveLength(3);
    await userEvent.keyboard('x');
    await expect.poll(() => blocks().map(({ textContent }) => textContent)).toEqual(['x']);
    await choose('More', 'Undo');
    await expect.poll(() => blocks().length).toBe(3);
  });
});

describe('captions', () => {
  const text = (number: number) => page.getByLabelText(`Text of caption ${number}`);
  const timeIn = (label: string) => (page.getByLabelText(label).element() as HTMLInputElement).value;

  test('are split at the cursor, joined, moved, shifted and undone; the switch makes them follow again', async () => {
    const { job } = await openEditor();
    await choose('More', 'Captions');
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
    await choose('More', 'Undo');
    await expect.poll(() => timeIn('Start of caption 2')).toBe(before);
    await save();
    expect((await readCorrected(job.id))?.document.cues?.length).toBeGreaterThan(2);
    await follows.click();
    await save();
    expect((await readCorrected(job.id))?.document.cues).toBeNull();
  });

  test('text of a caption is text of the transcript; the rules that it breaks are said', async () => {
    await openEditor();
    await choose('More', 'Captions');
    await text(2).fill(
      'Uh a rather long and quickly spoken good morning\nto each and every single one of you all here',
    );
    await userEvent.keyboard('{Tab}');
    const faults = page.getByRole('list', { name: 'Rules that caption 2 breaks' });
    await expect.element(faults).toBeVisible();
    expect(faults.element().textContent).toMatch(/\d+(\.\d)? characters a second, over 20/);
    expect(faults.element().textContent).toContain('row of 48 characters, over 42');
    await expect.element(button('Next that breaks a rule (1)')).toBeVisible();
    await choose('More', 'Text');
    await expect
      .poll(() => block(1).textContent)
      .toContain('a rather long and quickly spoken good morning to each');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => block(1).textContent).toBe('Uh morning to you.');
  });

  test('are a grid: arrows go from cell to cell, Enter into a field, Escape back, Tab on', async () => {
    await openEditor();
    await choose('More', 'Captions');
    await expect.element(text(1)).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Captions' }).element() as HTMLElement;
    expect(grid.ariaRowCount).toBe(String(document.querySelectorAll('[role=row]').length));
    grid.focus();
    const here = () => {
      const cell = document.activeElement?.closest('[role=gridcell]');
      const row = cell?.closest('[role=row]');
      const cells = [...(row?.querySelectorAll('[role=gridcell]') ?? [])];
      const isCell = document.activeElement === cell;
      return [row?.ariaRowIndex, cell && cells.indexOf(cell), isCell];
    };
    await expect.poll(here).toEqual(['1', 0, true]);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
    await expect.poll(here).toEqual(['2', 2, true]);
    const before = timeIn('End of caption 2');
    await userEvent.keyboard('{Enter}{ArrowUp}');
    await expect.poll(() => timeIn('End of caption 2')).not.toBe(before);
    await userEvent.keyboard('{Tab}');
    expect(here()).toEqual(['2', 3, false]);
    expect(document.activeElement).toBe(text(2).element());
    await userEvent.keyboard('{Escape}{Home}{Control>}{End}{/Control}');
    await expect.poll(here).toEqual([grid.ariaRowCount, 0, true]);
    await userEvent.keyboard('{Tab}');
    expect(grid.contains(document.activeElement)).toBe(false);
  });

  test('an edge is dragged on the waveform', async () => {
    const { job } = await openEditor();
    await choose('More', 'Captions');
    await expect.element(text(2)).toBeVisible();
    text(2).element().focus();
    const before = timeIn('End of caption 2');
    const grip = () => {
      const id = page.getByRole('row', { name: 'Caption 2', exact: true }).element().getAttribute('data-cue');
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
    const cues = (await readCorrected(job.id))?.document.cues ?? [];
    expect(cues[1]?.end).toBeGreaterThan(Number(before.split(':')[1]));
  });
});
