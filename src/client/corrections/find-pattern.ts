import { findInWorker } from '../../realms/transcripts/page/spawn.ts';
import type { FoundPlace, PatternSearch } from '../../realms/transcripts/shared/api.ts';

/** Time limit of a search: some regular expressions never end. */
const LIMIT_MS = 2_000;

/** Finds a regular expression without blocking the page; null after 2 s. Throws AppError if the expression is invalid. */
export const findPattern = (search: PatternSearch): Promise<FoundPlace[] | null> =>
  findInWorker(search, LIMIT_MS);
