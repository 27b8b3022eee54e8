import { plainName } from './plain-name.ts';

const MAX_FILENAME_LENGTH = 255;

/** The name without path, control characters and marks that turn its direction, at most 255 characters long; `audio` if nothing is left. */
export function bareFilename(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? '';
  const clean = plainName(last).trim();
  if (/^\.{0,2}$/.test(clean)) return 'audio';
  if (clean.length <= MAX_FILENAME_LENGTH) return clean;
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  // Truncation must not split a character.
  const stem = clean.slice(0, MAX_FILENAME_LENGTH - extension.length).replace(/[\uD800-\uDBFF]$/, '');
  return stem + extension;
}
