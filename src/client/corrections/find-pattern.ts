import { findInWorker } from '../../realms/transcripts/page/spawn.ts';
import type { FoundPlace, PatternSearch } from '../../realms/transcripts/shared/api.ts';

/** How long a search by a regular expression may take: some take longer than anybody lives. */
const LIMIT_MS = 2_000;

/** Finds a regular expression without holding up the page; null if that takes too long. Throws AppError if it is none. */
export const findPattern = (search: PatternSearch): Promise<FoundPlace[] | null> =>
  findInWorker(search, LIMIT_MS);
