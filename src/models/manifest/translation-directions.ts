import { z } from '../../lib/zod.ts';
import type { MarianEntry } from './manifest.ts';

const file = z.object({
  path: z.string(),
  bytes: z.int().positive(),
  sha256: z.string(),
  /** Its path in the repository, once `models lock` has found it there. */
  remote: z.string().optional(),
});

/** Table of Mozilla's translation models: one direction each, to or from English. */
const table = z.object({
  repo: z.string(),
  revision: z.string().nullable(),
  directions: z.array(
    z.object({
      pair: z.tuple([z.string(), z.string()]),
      /** Mozilla's. */
      version: z.string().optional(),
      /** Students of the Bergamot project, which the repository does not have. */
      tiny: z.literal(true).optional(),
      files: z.array(file).min(3),
    }),
  ),
});

/** Resident memory in gigabytes of the engine with two models. */
const MEMORY_GB = 2;

/** The manifest's entries for a table of directions. Throws ZodError for anything else. */
export function marianEntries(json: unknown): z.input<typeof import('./manifest.ts').marianModel>[] {
  const { repo, revision, directions } = table.parse(json);
  return directions.map(({ pair, tiny, files }) => {
    const [from, to] = pair;
    const id = `${tiny ? 'marian-tiny' : 'firefox'}-${from}-${to}`;
    return {
      id,
      title: `${tiny ? 'Bergamot' : 'Firefox'} ${from} → ${to}`,
      description: tiny
        ? 'A small model of the Bergamot project, supplied by hand.'
        : "Mozilla's model for one direction, on any processor.",
      engine: 'marian',
      pairs: [pair],
      folder: id,
      source: tiny ? null : { repo, revision },
      languages: [from, to],
      licence: 'MPL-2.0',
      devices: ['wasm'],
      needs: { memoryGb: MEMORY_GB },
      files,
    };
  });
}

/** Paths of the parts, by the names that all of these models give them. */
export function marianParts({ files }: Pick<MarianEntry, 'files'>) {
  const named = (start: RegExp) => files.flatMap(({ path }) => (start.test(path) ? [path] : []));
  return {
    model: named(/^model\./)[0] ?? '',
    shortlist: named(/^lex\./)[0] ?? '',
    // The source's comes first.
    vocabularies: named(/^(?:src|trg)?vocab\./).toSorted(),
  };
}
