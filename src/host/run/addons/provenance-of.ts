import type { Provenance } from '../../../contract/addons/addon-envelope.ts';
import { inEnglish, type Message } from '../../../lib/errors/msg.ts';
import { z } from '../../../lib/zod.ts';

/** What add-ons report of their runs, as far as it says who made the results. */
const makers = z.object({
  written_by: z.string().optional().catch(undefined),
  /** By language. */
  models: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
});

/**
 * How an add-on's results came about, in the words of its envelope.
 *
 * @param facts as reported by the add-on: ids of models, `browser` or `builtin`
 * @param notes what it could not do, or did only in part
 */
export function provenanceOf(facts: unknown, notes: readonly Message[]): Provenance {
  const own = new Map(notes.map((note) => [inEnglish(note), note]));
  const incomplete = own.size > 0 ? { incomplete: [...own.keys()], texts: [...own.values()] } : {};
  const { written_by, models } = makers.catch({}).parse(facts);
  const readers = [...new Set([...(written_by ? [written_by] : []), ...Object.values(models ?? {}).flat()])];
  if (readers.length === 0) return incomplete;
  const ids = readers.filter((reader) => reader !== 'builtin' && reader !== 'browser');
  const made_by = ids.length > 0 ? 'model' : readers.includes('browser') ? 'browser' : 'rules';
  return { made_by, model: ids.join(', ') || null, ...incomplete };
}
