import { win32 } from 'node:path';
import { expect, it } from 'vitest';
import { addressFrom, folderOf } from './export-transcript.ts';
import { modelFolders } from './model-files/scan-models.ts';

// Where a path is read as a text, as Windows writes it; all others go to Node as they are.
it('reads a list of folders with drives', () => {
  expect(modelFolders('C:\\models;D:\\more models', win32.delimiter)).toEqual([
    'C:\\models',
    'D:\\more models',
  ]);
});

it('keeps the folders of a template of names', () => {
  expect(folderOf('C:\\out\\{{name}}.{{extension}}')).toBe('C:\\out\\');
});

it('links a recording from a page in another folder', () => {
  expect(addressFrom('C:\\out', 'C:\\my recordings\\é 1.flac', win32)).toBe(
    '../my%20recordings/%C3%A9%201.flac',
  );
  expect(addressFrom('C:\\out', 'D:\\tapes\\a b.flac', win32)).toBe('file:///D:/tapes/a%20b.flac');
});
