import { expect, it } from 'vitest';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { appFolder } from './app-folder.ts';

it.each(caseRows<[string, string]>(import.meta.url, 'appLies'))('the app of %s lies in %s', (src, folder) => {
  expect(appFolder(src).href).toBe(folder);
});

it('what is no address is refused', () => {
  expect(() => appFolder('speech')).toThrow(TypeError);
});
