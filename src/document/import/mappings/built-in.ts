import { type ImportMapping, importMapping } from '../../../contract/transcripts/import-mapping.ts';

const files = import.meta.glob<unknown>('./*.json', { eager: true, import: 'default' });

let parsed: readonly ImportMapping[] | null = null;

/** The mappings of this folder, in the order of their names. Parsed when they are first needed. */
export function builtIn(): readonly ImportMapping[] {
  parsed ??= Object.values(files).map((file) => importMapping.parse(file));
  return parsed;
}
