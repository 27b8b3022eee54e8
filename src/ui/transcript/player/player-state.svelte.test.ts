import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeWav } from '../../../../tests/browser/ui/in-page-service.ts';
import { PLAYBACK_RATES, PlayerState } from './player-state.svelte.ts';

let page: AbortController;
beforeEach(() => {
  localStorage.clear();
  page = new AbortController();
});
afterEach(() => page.abort());

const SECONDS = 6;

/** A player of a real recording, which plays it without a sound. */
function open({ duration = SECONDS, audio = async () => makeWav(SECONDS) } = {}) {
  const fetchAudio = vi.fn(audio);
  const player = new PlayerState(fetchAudio, duration, page.signal);
  player.element.muted = true;
  return { player, fetchAudio };
}

describe('a player', () => {
  it('fetches its recording at the first use, once, and knows the real duration then', async () => {
    const { player, fetchAudio } = open({ duration: 9 });
    expect(player).toMatchObject({ phase: 'idle', duration: 9, time: 0 });
    expect(fetchAudio).not.toHaveBeenCalled();
    const both = Promise.all([player.seek(2), player.seek(3)]);
    expect(player.phase).toBe('loading');
    await both;
    expect(player).toMatchObject({ phase: 'ready', hasPicture: false });
    expect(player.duration).toBeCloseTo(SECONDS, 1);
    expect(fetchAudio).toHaveBeenCalledOnce();
  });

  it('says why a recording cannot be fetched, and fetches again at the next use', async () => {
    let works = false;
    const { player } = open({
      audio: async () => {
        if (!works) throw new Error('There is no such file.');
        return makeWav(SECONDS);
      },
    });
    await player.play();
    expect(player).toMatchObject({ phase: 'failed', playing: false, error: 'There is no such file.' });
    works = true;
    await player.seek(1);
    expect(player).toMatchObject({ phase: 'ready', error: null });
  });

  it('says that the browser cannot play a type', async () => {
    const { player } = open({ audio: async () => new Blob(['no recording'], { type: 'audio/wav' }) });
    await player.play();
    expect(player.phase).toBe('failed');
    expect(player.error).toContain('cannot play this type of recording');
  });

  it('plays on, shows the time, and goes back a little after a pause', async () => {
    const { player } = open();
    await player.seek(2.5, true);
    await expect.poll(() => player.playing).toBe(true);
    await expect.poll(() => player.time).toBeGreaterThan(2.6);
    await player.toggle();
    await expect.poll(() => player.playing).toBe(false);
    const { currentTime } = player.element;
    const sought = new Promise((resolve) =>
      player.element.addEventListener('seeking', resolve, { once: true }),
    );
    await player.toggle();
    await sought;
    expect(player.element.currentTime).toBeLessThan(currentTime - 1);
  });

  it('seeks within the recording only', async () => {
    const { player } = open();
    await player.seek(-4);
    expect(player.time).toBe(0);
    await player.seek(400);
    expect(player.time).toBeCloseTo(SECONDS, 1);
  });

  it('ends a stretch at its end', async () => {
    const { player } = open();
    await player.playSpan(1, 1.3);
    await expect.poll(() => player.playing).toBe(true);
    await expect.poll(() => player.playing).toBe(false);
    expect(player.element.currentTime).toBeGreaterThanOrEqual(1.3);
    expect(player.element.currentTime).toBeLessThan(3);
  });

  it('plays a part again and again until that is ended, and goes on from there', async () => {
    const { player } = open();
    const times: number[] = [];
    player.element.addEventListener('seeked', () => times.push(player.element.currentTime));
    await player.toggleLoop({ start: 1, end: 1.2 });
    expect(player.looping).toBe(true);
    await expect.poll(() => times.filter((time) => Math.abs(time - 1) < 0.05).length).toBeGreaterThan(2);
    await player.toggleLoop(null);
    expect(player.looping).toBe(false);
    await expect.poll(() => player.time).toBeGreaterThan(1.5);
    expect(player.playing).toBe(true);
  });

  it('skips a long silence to shortly before the next word, once that is wanted, and remembers it', async () => {
    const { player } = open();
    player.toggleSkipping();
    const again = open().player;
    expect(again.skipsSilences).toBe(true);
    again.knowSilences((time) => (time >= 1 && time < 5 ? { start: 1, end: 5 } : null));
    const times: number[] = [];
    again.element.addEventListener('seeking', () => times.push(again.element.currentTime));
    await again.seek(0.9, true);
    await expect.poll(() => again.time).toBeGreaterThan(5.1);
    expect(times.map((time) => time.toFixed(2))).toEqual(['0.90', '4.75']);
    again.toggleSkipping();
    expect(open().player.skipsSilences).toBe(false);
  });

  it('plays a part with its silences', async () => {
    const { player } = open();
    player.toggleSkipping();
    player.knowSilences(() => ({ start: 0, end: 5 }));
    const times: number[] = [];
    player.element.addEventListener('seeking', () => times.push(player.element.currentTime));
    await player.playSpan(1, 1.6);
    await expect.poll(() => player.time).toBeGreaterThan(1);
    await expect.poll(() => player.playing).toBe(false);
    // To where the part begins, and to nowhere else: the event of that may come late.
    expect(times.filter((time) => Math.abs(time - 1) > 0.05)).toEqual([]);
  });

  it('keeps its rate for the next recording, in steps, and stops at the fastest', async () => {
    const { player } = open();
    player.changeRate(1);
    expect(player.rate).toBe(1.1);
    await player.seek(0);
    expect(player.element.playbackRate).toBe(1.1);
    expect(open().player.rate).toBe(1.1);
    for (const _ of PLAYBACK_RATES) player.changeRate(1);
    expect(player.rate).toBe(3);
    player.changeRate(-1);
    expect(player.rate).toBe(2.5);
    localStorage.setItem('earshot-rate', '17');
    expect(open().player.rate).toBe(1);
  });

  it('lets go of the recording with its page', async () => {
    const { player } = open();
    await player.play();
    page.abort();
    expect(player.element.paused).toBe(true);
    expect(player.element.getAttribute('src')).toBeNull();
  });

  it('that is left while it loads plays nothing', async () => {
    let arrive: (audio: Blob) => void = () => undefined;
    const { player } = open({ audio: () => new Promise((resolve) => (arrive = resolve)) });
    const playing = player.play();
    page.abort();
    arrive(makeWav(SECONDS));
    await playing;
    expect(player.element.getAttribute('src')).toBeNull();
    expect(player.playing).toBe(false);
  });
});
