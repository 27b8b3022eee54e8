import type { TextMapping } from '../../../contract/transcripts/import-mapping.ts';
import { builtIn } from '../mappings/built-in.ts';
import { writtenSeconds } from '../written-times.ts';
import { inOneRow } from './join-rows.ts';
import type { StampedLine } from './stamped-line.ts';

/** The passages of a text that has nothing else; null for another one. */
function passagesBy({ passage }: TextMapping, content: string): StampedLine[] | null {
  const pattern = new RegExp(passage, 'gmu');
  if (!pattern.test(content) || content.replaceAll(pattern, '').trim() !== '') return null;
  return Array.from(content.matchAll(pattern), ({ groups = {} }) => ({
    start: writtenSeconds(groups.start ?? ''),
    end: writtenSeconds(groups.end ?? ''),
    voice: groups.voice?.trim() || null,
    text: inOneRow(groups.text ?? ''),
  }));
}

/** The passages of a text by the first mapping that it fits; null if it fits none. */
export function mappedText(content: string): StampedLine[] | null {
  for (const mapping of builtIn()) {
    const passages = mapping.reader === 'texts' ? passagesBy(mapping, content) : null;
    if (passages) return passages;
  }
  return null;
}
