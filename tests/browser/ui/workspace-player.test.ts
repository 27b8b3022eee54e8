import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readCorrected } from '../../../src/client/corrections/corrected-transcripts.ts';
import { database } from '../../../src/storage/database/database.ts';
import { said } from '../../fakes/corrected-document.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { leastDistances, luminance } from './colour-sight.ts';
import { makeDone, makeWav } from './in-page-service.ts';
import { makeVideo } from './make-video.ts';
import {
  block,
  blocks,
  button,
  choose,
  openEditor,
  openJob,
  painted,
  select,
  useEmptyDatabase,
} from './open-editor.ts';

useEmptyDatabase();

/** Forty paragraphs of a second each, by two people in turn. */
const long = () =>
  makeDone(
    Array.from({ length: 40 }, (_, index) =>
      said({ text: `Sentence number${index}.`, at: index, speaker: index % 2 }),
    ),
  );

const isInView = (element: HTMLElement) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};
const back = () => button(/^Return to playback/);

describe('while the recording plays', () => {
  test('the text follows it, lets go when somebody scrolls away, and returns by a button', {
    tags: THOROUGH_TAG,
  }, async () => {
    await openEditor(long(), makeWav(41));
    await expect.poll(() => blocks().length).toBe(40);
    await userEvent.keyboard('{Escape}');
    block(30).closest('li')?.querySelector<HTMLElement>('.margin button')?.click();
    await expect.element(button('Pause')).toBeVisible();
    await expect.poll(() => painted('heard').join('')).toMatch(/number3\d|Sentence/);
    await expect.poll(() => isInView(block(30))).toBe(true);
    expect(back().query()).toBeNull();
    // What the page did itself must not count as somebody's scrolling.
    await new Promise((resolve) => setTimeout(resolve, 500));
    scrollTo(0, 0);
    await expect.element(back()).toBeVisible();
    // It waits for somebody, whatever time passes.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(scrollY).toBe(0);
    await back().click();
    await expect.poll(() => scrollY).toBeGreaterThan(0);
    await expect.poll(() => back().query()).toBeNull();
    await button('Pause').click();
  });

  test('keys are listed, changed and kept; Space plays where no text is written, and a pedal while it is held', async () => {
    await openEditor();
    await userEvent.keyboard('{F1}');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.getByRole('button', { name: 'Change the keys for: Play or pause' }).click();
    await userEvent.keyboard('{F6}');
    await expect.element(dialog.getByText('F6', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    select(0, 'good');
    await userEvent.keyboard('{F6}');
    await expect.element(button('Pause')).toBeVisible();
    await userEvent.keyboard('{F6}');
    await expect.element(button('Play')).toBeVisible();
    expect(localStorage.getItem('earshot-keys')).toBe('{"play":"F6"}');

    const written = block(0).textContent;
    await userEvent.keyboard('{Escape} ');
    await expect.element(button('Pause')).toBeVisible();
    expect(block(0).textContent).toBe(written);
    await userEvent.keyboard(' ');
    await expect.element(button('Play')).toBeVisible();
    await userEvent.keyboard('{F4>}');
    await expect.element(button('Pause')).toBeVisible();
    await userEvent.keyboard('{/F4}');
    await expect.element(button('Play')).toBeVisible();
  });

  test('Space plays after a click on whatever, and presses a button that the keyboard reached; Enter presses both', {
    tags: THOROUGH_TAG,
  }, async () => {
    await page.viewport(1280, 800);
    await openEditor();
    const toggle = button('Side panel');
    const labels = button('Name, tags and folder');
    const opens = (state: string) => expect.element(toggle).toHaveAttribute('aria-expanded', state);
    await opens('false');
    await toggle.click();
    await opens('true');
    const plays = async () => {
      await userEvent.keyboard(' ');
      await expect.element(button('Pause')).toBeVisible();
      await userEvent.keyboard(' ');
      await expect.element(button('Play')).toBeVisible();
    };
    await toggle.click();
    await opens('false');
    await plays();
    await userEvent.keyboard('{ArrowRight}');
    await plays();
    await opens('false');
    expect(document.activeElement).toBe(toggle.element());
    await userEvent.keyboard('{ >4/}');
    await expect.element(button('Pause')).toBeVisible();
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{Enter}');
    await opens('true');

    await labels.click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(labels.element());
    await plays();
    const details = page.getByText('Transcription details');
    await details.click();
    const isOpen = () => details.element().closest('details')?.open;
    await expect.poll(isOpen).toBe(true);
    await plays();
    expect(isOpen()).toBe(true);

    await labels.click();
    await userEvent.keyboard('{Escape}');
    const reach = async (element: Element, key: string) => {
      for (let n = 0; n < 80 && document.activeElement !== element; n++) await userEvent.keyboard(key);
      expect(document.activeElement).toBe(element);
    };
    await reach(toggle.element(), '{Shift>}{Tab}{/Shift}');
    await userEvent.keyboard(' ');
    await opens('false');
    await userEvent.keyboard('{Enter}');
    await opens('true');
    await reach(labels.element(), '{Tab}');
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(labels.element());
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Play')).toBeVisible();
  });

  test('going on backs up, a part of the waveform is looped, and the speed is kept', {
    tags: THOROUGH_TAG,
  }, async () => {
    await page.viewport(1280, 800);
    await openEditor();
    const at = () => Number((page.getByLabelText('Position').element() as HTMLInputElement).value);
    await userEvent.keyboard('{Escape}');
    await button('Ahead 5 seconds').click();
    await button('Play').click();
    await expect.poll(at).toBeGreaterThan(5.2);
    await button('Pause').click();
    const paused = at();
    await button('Play').click();
    await expect.poll(at).toBeLessThan(paused - 0.5);
    await page.getByLabelText('Speed').selectOptions('2');
    expect(localStorage.getItem('earshot-rate')).toBe('2');

    const shape = document.querySelector('.waveform svg');
    const { left = 0, width = 0, top = 0 } = shape?.getBoundingClientRect() ?? {};
    const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined);
    for (const [type, share] of [
      ['down', 0.5],
      ['move', 0.55],
      ['up', 0.55],
    ] as const) {
      const place = { pointerId: 1, clientX: left + width * share, clientY: top + 5, bubbles: true };
      shape?.dispatchEvent(new PointerEvent(`pointer${type}`, place));
    }
    capture.mockRestore();
    await button(/^Loop 0:1\d to 0:1\d$/).click();
    // It begins again at least once: the time goes back without anybody's doing.
    let [last, back] = [0, 0];
    await expect
      .poll(
        () => {
          const now = at();
          if (now < last - 0.3) back++;
          last = now;
          return back;
        },
        { interval: 30 },
      )
      .toBeGreaterThan(1);
    await button('Pause').click();
  });

  test('silences between words are skipped, once that is switched on', { tags: THOROUGH_TAG }, async () => {
    await openJob(undefined, makeWav(24));
    await choose('More', 'Skip silences');
    const at = () => Number((page.getByLabelText('Position').element() as HTMLInputElement).value);
    const seeks: number[] = [];
    let last = 0;
    await page.getByLabelText('Position').fill('11');
    await button('Play').click();
    await expect
      .poll(
        () => {
          const now = at();
          if (now > last + 1.5) seeks.push(now);
          last = now;
          return now;
        },
        { interval: 30 },
      )
      .toBeGreaterThan(15.7);
    await button('Pause').click();
    // To 11 s, and from the end of "you." (11.9 s) to "Shall" (16 s).
    expect(seeks).toHaveLength(2);
    await choose('More', 'Skip silences');
    expect(localStorage.getItem('earshot-skip-silences')).toBe('false');
  });

  test('a video is shown with the captions of the corrected words, and can be hidden', async () => {
    await openEditor(undefined, await makeVideo());
    await button('Play').click();
    const video = page.getByRole('region', { name: 'Video' });
    await expect.element(video).toBeVisible();
    const element = () => video.element().querySelector('video');
    await expect.poll(() => element()?.videoWidth).toBe(64);
    const cues = () => [...(element()?.textTracks[0]?.cues ?? [])].map((cue) => (cue as VTTCue).text);
    await expect.poll(() => cues().join(' ')).toContain('Uh morning to you.');
    select(1, 'morning');
    await userEvent.keyboard('evening');
    await expect.poll(() => cues().join(' ')).toContain('Uh evening to you.');
    // Of a small picture, too, letters can be read, in the colour of who speaks.
    const [shown, track] = [element(), element()?.textTracks[0]];
    if (!shown || !track) throw new Error('There is no video.');
    shown.style.height = '100px';
    for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
    track.addCue(new VTTCue(0, 9, '<c.yellow>HHH</c>'));
    const rows = async () => {
      const base64 = await page.elementLocator(shown).screenshot({ save: false });
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const { width, height } = picture;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(picture, 0, 0);
      const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
      const isYellow = (pixel: number) =>
        (data[4 * pixel] ?? 0) > 180 && (data[4 * pixel + 1] ?? 0) > 180 && (data[4 * pixel + 2] ?? 0) < 90;
      return Array.from({ length: height }, (_, y) =>
        Array.from({ length: width }, (__, x) => y * width + x).some(isYellow),
      ).filter(Boolean).length;
    };
    await expect.poll(rows, { timeout: 15_000 }).toBeGreaterThanOrEqual(8);
    await button('Hide the video').click();
    await expect.poll(element).toBeNull();
  });
});

describe('corrections', () => {
  test('are saved a second after the last one, and at once when the page is hidden', async () => {
    const { job } = await openEditor();
    const stored = async () => JSON.stringify(await readCorrected(job.id));
    select(0, 'good');
    await userEvent.keyboard('bad');
    await expect.poll(stored).toContain('" bad"');
    const waiting = vi.spyOn(globalThis, 'setTimeout').mockImplementation(() => 0 as never);
    select(1, 'morning');
    block(1).ownerDocument.execCommand('insertText', false, 'evening');
    waiting.mockRestore();
    expect(await stored()).not.toContain('evening');
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    hidden.mockRestore();
    await expect.poll(stored).toContain('" evening"');
  });

  test('that a newer version of the app wrote are not shown and not touched, with the reason', async () => {
    const job = makeDone([said({ text: 'As the machine heard it.', at: 0, speaker: 0 })]);
    const row = { job_id: job.id, revision: 3, order: [], document: { format: 999 } };
    const stored = await database();
    await Reflect.apply(stored.put, stored, ['edits', row]);
    await openJob(job);
    await expect
      .element(page.getByText(/A newer version of the app corrected this transcript/))
      .toBeVisible();
    await expect.element(page.getByText('heard', { exact: true })).toBeVisible();
    await expect.element(button('Edit')).toBeDisabled();
    expect(await Reflect.apply(stored.get, stored, ['edits', job.id])).toEqual(row);
  });
});

test('the dictionary is written, exported and imported', { tags: THOROUGH_TAG }, async () => {
  const made = vi.spyOn(URL, 'createObjectURL');
  await openJob();
  await button('Settings').click();
  await page.getByLabelText('Word', { exact: true }).fill('Jon Smyth');
  await page.getByLabelText('Replaces (separated by commas)').fill('john smith, jon smith');
  const settings = page.getByRole('group', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Add', exact: true }).click();
  await expect
    .element(page.getByLabelText('Spellings that Jon Smyth replaces'))
    .toHaveValue('john smith, jon smith');
  await settings.getByRole('button', { name: 'Export', exact: true }).click();
  const file = made.mock.calls.at(-1)?.[0] as Blob;
  made.mockRestore();
  await button('Delete Jon Smyth').click();
  await expect.poll(() => button('Delete Jon Smyth').query()).toBeNull();
  const importing = page.getByLabelText('Import', { exact: true });
  await userEvent.upload(importing, new File([file], 'dictionary.json', { type: 'application/json' }));
  await expect
    .element(page.getByLabelText('Spellings that Jon Smyth replaces'))
    .toHaveValue('john smith, jon smith');
  await button('Delete Jon Smyth').click();
});

test.each(['light', 'dark'])(
  'in %s, the bars of all speakers differ, also without colour vision, and stand out; names and text have the ink',
  async (theme) => {
    const eight = Array.from({ length: 8 }, (_, speaker) =>
      said({ text: 'One more speaks.', at: speaker * 5, speaker }),
    );
    await openEditor(makeDone(eight));
    document.documentElement.dataset.theme = theme;
    try {
      const names = [...document.querySelectorAll('.voice')];
      expect(names).toHaveLength(8);
      const bars = names.map((name) => getComputedStyle(name, '::before').borderInlineStartColor);
      const distances = leastDistances(bars);
      const { 'without colour': grey, ...coloured } = distances;
      expect(grey).toBeGreaterThan(4);
      expect(Math.min(...Object.values(coloured)), JSON.stringify(distances)).toBeGreaterThan(15);
      for (const [index, element] of [...names, ...blocks()].entries()) {
        const { color } = getComputedStyle(element);
        expect(color, element.textContent ?? '').toBe(getComputedStyle(document.body).color);
        const ground = luminance(groundOf(element));
        for (const own of [color, bars[index] ?? color].map(luminance)) {
          const contrast = (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
          expect(contrast, element.textContent ?? '').toBeGreaterThanOrEqual(4.5);
        }
      }
    } finally {
      delete document.documentElement.dataset.theme;
    }
  },
);

/** The colour behind an element. */
function groundOf(element: Element): string {
  const colour = getComputedStyle(element).backgroundColor;
  const isClear = colour === 'transparent' || /, 0\)$|\/ 0\)$/.test(colour);
  return isClear && element.parentElement ? groundOf(element.parentElement) : colour;
}
