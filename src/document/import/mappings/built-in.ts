import { type ImportMapping, importMapping } from '../../../contract/transcripts/import-mapping.ts';

const files = import.meta.glob<unknown>('./*.json', { eager: true, import: 'default' });

const parsed = new Map<string, ImportMapping[]>();

/** The mappings of this folder that are for a reader, in the order of their names. Parsed when they are first needed. */
export function builtIn<Reader extends ImportMapping['reader']>(reader: Reader) {
  if (parsed.size === 0)
    for (const file of Object.values(files).map((one) => importMapping.parse(one)))
      parsed.set(file.reader, [...(parsed.get(file.reader) ?? []), file]);
  return parsed.get(reader) as Extract<ImportMapping, { reader: Reader }>[];
}
