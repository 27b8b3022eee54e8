import { expect, it } from 'vitest';
import { videoSiteOf } from './video-site.ts';

it.each([
  ['https://www.youtube.com/watch?v=abc', 'www.youtube.com'],
  ['https://youtu.be/abc', 'youtu.be'],
  ['https://vimeo.com/12345', 'vimeo.com'],
  ['https://player.vimeo.com/file.mp4', null],
  ['https://notyoutube.com/watch', null],
  ['https://example.com/talk.mp3', null],
  ['no address', null],
])('%s: %s', (address, site) => {
  expect(videoSiteOf(address)).toBe(site);
});
