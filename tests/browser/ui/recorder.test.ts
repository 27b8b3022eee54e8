import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from './render-app.ts';

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
