import type { Provenance } from '../../../contract/addons/addon-envelope.ts';
import type { AddonOutcome } from './addon-runner.ts';

/**
 * The envelope of an add-on's results (specification §2.8); `exec_time` in seconds.
 *
 * @param failed results of an add-on that failed
 * @param made how the results came about
 */
export function envelopeOf(
  outcome: AddonOutcome<unknown>,
  failed: string | null = null,
  made: Provenance = {},
): Record<string, unknown> {
  const { success, seconds } = outcome;
  return success
    ? {
        success,
        is_empty: isEmpty(outcome.results),
        exec_time: seconds,
        error: null,
        results: outcome.results,
        ...made,
      }
    : { success, is_empty: true, exec_time: seconds, error: outcome.error, results: failed };
}

function isEmpty(results: unknown): boolean {
  if (typeof results === 'string') return results === '' || isEmptyJson(results);
  return results === null || (Array.isArray(results) && results.every(isEmptyItem));
}

/** The JSON of an empty list, or of an object with only empty values, counts as empty. */
function isEmptyJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && Object.values(parsed ?? {}).every((value) => value === null);
  } catch {
    return false;
  }
}

/** An item with an envelope of its own, which says whether it is empty. */
const isEmptyItem = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'is_empty' in item && item.is_empty === true;
