import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { makeVideo } from './make-video.ts';
import {
  block,
  button,
  choose,
  openEditor,
  openJob,
  openMenu,
  select,
  useEmptyDatabase,
} from './open-editor.ts';

useEmptyDatabase();

const at = () => Number((page.getByLabelText('Position').element() as HTMLInputElement).value);
const paused = () => button('Play').query() !== null;

/** Counts how often the time goes back by itself, and between which times it is. */
async function loops(): Promise<{ first: number; last: number }> {
  let [before, back] = [at(), 0];
  const times: number[] = [];
  await expect
    .poll(
      () => {
        const now = at();
        if (now < before - 0.2) back++;
        if (back > 0) times.push(now);
        before = now;
        return back;
      },
      { interval: 30 },
    )
    .toBeGreaterThan(1);
  return { first: Math.min(...times), last: Math.max(...times) };
}

describe('the player', () => {
  test('takes the keys of keyboards and headphones, and gives them back', async () => {
    const handlers = new Map<string, MediaSessionActionHandler | null>();
    const set = vi
      .spyOn(navigator.mediaSession, 'setActionHandler')
      .mockImplementation((action, handler) => void handlers.set(action, handler));
    const { screen } = await openEditor();
    const press = (action: MediaSessionAction) => handlers.get(action)?.({ action });
    press('play');
    await expect.element(button('Pause')).toBeVisible();
    press('seekforward');
    await expect.poll(at).toBeGreaterThan(4.9);
    press('pause');
    await expect.element(button('Play')).toBeVisible();
    press('seekbackward');
    await expect.poll(at).toBeLessThan(4.9);
    await screen.unmount();
    expect([...handlers.values()]).toEqual([null, null, null, null]);
    set.mockRestore();
  });

  test('keeps the pitch at any speed, and the speed for the next recording', async () => {
    const made = vi.spyOn(document, 'createElement');
    const players = () =>
      made.mock.results.flatMap(({ value }) => (value instanceof HTMLVideoElement ? [value] : []));
    const { screen } = await openJob();
    await page.getByLabelText('Speed').selectOptions('0.5');
    await screen.unmount();
    localStorage.setItem('kept', localStorage.getItem('earshot-rate') ?? '');
    const clear = vi.spyOn(Storage.prototype, 'clear').mockImplementation(() => undefined);
    await openJob();
    clear.mockRestore();
    await expect.element(page.getByLabelText('Speed')).toHaveValue('0.5');
    await button('Play').click();
    await expect.element(button('Pause')).toBeVisible();
    const player = players().at(-1);
    expect([player?.playbackRate, player?.preservesPitch]).toEqual([0.5, true]);
    const rates = [...page.getByLabelText('Speed').element().querySelectorAll('option')].map(({ value }) =>
      Number(value),
    );
    expect([Math.min(...rates), Math.max(...rates)]).toEqual([0.5, 3]);
    await button('Pause').click();
    made.mockRestore();
  });

  test('loops the selected words, the paragraph of the caret, or a caption, until it is told to end', {
    tags: THOROUGH_TAG,
  }, async () => {
    await openEditor();
    select(1, 'morning to');
    await userEvent.keyboard('{Alt>}o{/Alt}');
    const words = await loops();
    expect(words.first).toBeGreaterThan(10.3);
    expect(words.last).toBeLessThan(11.7);
    await openMenu('More');
    await expect.element(button('Loop the words')).toHaveAttribute('aria-pressed', 'true');
    await button('Loop the words').click();
    await openMenu('More');
    await expect.element(button('Loop the words')).toHaveAttribute('aria-pressed', 'false');
    await userEvent.keyboard('{Escape}');
    getSelection()?.collapse(block(0).firstChild, 4);
    await userEvent.keyboard('{Alt>}o{/Alt}');
    await expect.poll(at).toBeLessThan(2);
    await userEvent.keyboard('{Alt>}o{/Alt}{Alt>}k{/Alt}');
    await expect.poll(paused).toBe(true);

    await choose('More', 'Captions');
    const second = page.getByLabelText('Text of caption 2');
    await expect.element(second).toBeVisible();
    (second.element() as HTMLTextAreaElement).focus();
    await button('Loop this caption').click();
    expect((await loops()).first).toBeGreaterThan(4);
    await button('Loop this caption').click();
    await button('Pause').click();
  });

  test('plays and skips by single letters, but not where a text is written', async () => {
    await openEditor();
    const written = block(0).textContent;
    select(0, 'good');
    await userEvent.keyboard('{Escape}l');
    await expect.poll(at).toBeCloseTo(5, 0);
    await userEvent.keyboard('k');
    await expect.element(button('Pause')).toBeVisible();
    await userEvent.keyboard('k');
    await expect.element(button('Play')).toBeVisible();
    expect(block(0).textContent).toBe(written);
    select(0, 'good');
    await userEvent.keyboard('k');
    await expect
      .poll(() => block(0).textContent)
      .toBe('Um, k morning everyone and thank you for coming here today.');
    expect(paused()).toBe(true);
  });

  test('its waveform has its line, and is zoomed by wheel, fingers and keys; a part is played on a click', async () => {
    await page.viewport(1280, 800);
    await openEditor();
    await expect.poll(() => document.querySelector('.waveform svg')).toBeTruthy();
    const shape = document.querySelector('.waveform svg');
    const { left = 0, width = 0, top = 0 } = shape?.getBoundingClientRect() ?? {};
    const speed = page.getByLabelText('Speed').element().getBoundingClientRect();
    expect(speed.left - left - width).toBeLessThan(20);
    const all = button('Show all');
    await expect.element(all).not.toBeInTheDocument();
    const drawn = () => shape?.querySelector('path')?.getAttribute('d');
    const whole = drawn();
    const there = { clientX: left + width / 2, clientY: top + 5, bubbles: true, cancelable: true };
    for (let turn = 0; turn < 8; turn++)
      shape?.dispatchEvent(new WheelEvent('wheel', { ...there, deltaY: -100 }));
    await expect.poll(drawn).not.toBe(whole);
    // The middle remains at the pointer.
    const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined);
    for (const type of ['pointerdown', 'pointerup'])
      shape?.dispatchEvent(new PointerEvent(type, { ...there, pointerId: 1 }));
    await expect.poll(at).toBeGreaterThan(0);
    expect(at()).toBeCloseTo(
      Number((page.getByLabelText('Position').element() as HTMLInputElement).max) / 2,
      0,
    );
    await all.click();
    await expect.element(all).not.toBeInTheDocument();
    page.getByLabelText('Position').element().focus();
    await userEvent.keyboard('+');
    await expect.element(all).toBeVisible();
    await userEvent.keyboard('0');
    await expect.element(all).not.toBeInTheDocument();
    const finger = (type: string, pointerId: number, by: number) =>
      shape?.dispatchEvent(new PointerEvent(type, { ...there, pointerId, clientX: there.clientX + by }));
    for (const id of [1, 2]) finger('pointerdown', id, id * 20);
    finger('pointermove', 2, 200);
    for (const id of [1, 2]) finger('pointerup', id, 0);
    capture.mockRestore();
    await expect.element(all).toBeVisible();
  });

  test('a video goes into a window of its own, and says why if it cannot', async () => {
    await openEditor(undefined, await makeVideo());
    await button('Play').click();
    await expect.element(button('Picture in picture')).toBeVisible();
    await button('Picture in picture').click();
    await expect.poll(() => document.pictureInPictureElement?.tagName).toBe('VIDEO');
    await document.exitPictureInPicture();
    const refused = vi
      .spyOn(HTMLVideoElement.prototype, 'requestPictureInPicture')
      .mockRejectedValue(new Error('This window may not float.'));
    await button('Picture in picture').click();
    await expect.element(page.getByText('This window may not float.').first()).toBeVisible();
    refused.mockRestore();
  });
});
