import { expect, it } from 'vitest';
import { appFolder } from './app-folder.ts';

it.each([
  ['https://speech.example', 'https://speech.example/'],
  ['https://speech.example/embed.js', 'https://speech.example/'],
  ['https://example.com/apps/earshot', 'https://example.com/apps/earshot/'],
  ['https://example.com/apps/earshot/', 'https://example.com/apps/earshot/'],
  ['https://example.com/apps/earshot/index.html?a=b#c', 'https://example.com/apps/earshot/'],
])('the app of %s lies in %s', (src, folder) => {
  expect(appFolder(src).href).toBe(folder);
});

it('what is no address is refused', () => {
  expect(() => appFolder('speech')).toThrow(TypeError);
});
