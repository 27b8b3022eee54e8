import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { RecordingWriter } from '../../../src/client/recordings/recording-writer.ts';
import { renderApp } from './render-app.ts';

afterEach(() => vi.restoreAllMocks());

test('a pause is no part of the length that is stored', async () => {
  const context = new AudioContext();
  const { stream } = context.createMediaStreamDestination();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const add = vi.spyOn(RecordingWriter.prototype, 'add');
  await renderApp();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect.element(page.getByText('Recording', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible();
  const before = add.mock.calls.length;
  const discard = page.getByRole('button', { name: 'Discard' }).element() as HTMLButtonElement;
  const later = performance.now() + 600_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  discard.click();
  await expect.poll(() => add.mock.calls.length).toBeGreaterThan(before);
  expect(add.mock.lastCall?.[1]).toBeLessThan(300);
  vi.restoreAllMocks();
  await expect.element(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible();
  await context.close();
});

test('a microphone that is muted, and one that is taken away, are told in a sentence', async () => {
  const context = new AudioContext();
  const { stream } = context.createMediaStreamDestination();
  const [track] = stream.getAudioTracks();
  if (!track) throw new Error('A destination has a track.');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  await renderApp();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const recorder = page.getByRole('group', { name: 'Recording from the microphone' });
  await expect.element(recorder.getByText('Recording', { exact: true })).toBeVisible();
  const mute = (isMuted: boolean) => {
    Object.defineProperty(track, 'muted', { value: isMuted, configurable: true });
    track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
  };
  mute(true);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('The microphone is muted by the system or the browser. Switch it on there.');
  mute(false);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  track.dispatchEvent(new Event('ended'));
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('The microphone was disconnected, or its permission was withdrawn. What was recorded');
  await context.close();
});
