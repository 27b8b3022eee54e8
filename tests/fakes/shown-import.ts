import type { OwnMapping } from '../../src/contract/transcripts/import-mapping.ts';
import type { ImportedPassage, ImportFormat } from '../../src/contract/transcripts/imported-transcript.ts';
import { readImport } from '../../src/document/import/read-import.ts';
import { inEnglish } from '../../src/lib/errors/msg.ts';

/** `0.5-1.2 [Ada] "Hello / there." turns channel 1 in en · Hello@0.5-0.7 there.@0.8-1.2`: what a passage has of it. */
export function shownPassage({
  start,
  end,
  voice,
  text,
  rows,
  turns,
  channel,
  language,
  words,
}: ImportedPassage) {
  const who = voice === null ? '' : ` [${voice}]`;
  const said = rows !== null && rows.length > 1 ? rows.join(' / ') : text;
  const more = `${turns ? ' turns' : ''}${channel > 0 ? ` channel ${channel}` : ''}${language ? ` in ${language}` : ''}`;
  const timed = words?.map((word) => `${word.word}@${word.start}-${word.end}`).join('');
  return `${start}-${end}${who} "${said}"${more}${timed === undefined ? '' : ` ·${timed}`}`;
}

/** What is read of a file that is no document. */
export function readPassages(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  format: ImportFormat | null = null,
  own: readonly OwnMapping[] = [],
) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const read = readImport({ name, bytes, format, own });
  if (!('passages' in read)) throw new Error('It holds a document.');
  return read;
}

/** What is read of a file: a line for each passage, and the notes. */
export function shownImport(...file: Parameters<typeof readPassages>) {
  const { passages, notes, format } = readPassages(...file);
  return { passages: passages.map(shownPassage), notes: notes.map(inEnglish), format };
}
