import { z } from '../../lib/zod.ts';

/** Files that may wait for an answer at a time, and their bytes. */
export const MOST_SHARED_FILES = 20;
export const MOST_SHARED_BYTES = 4e9;

/** Parameter of the page's address by which the service worker says why it took none of the files that were shared. */
export const SHARE_REFUSED = 'share-refused';

export const shareRefusal = z.enum(['too-many', 'too-large', 'no-room', 'unreadable']);

export type ShareRefusal = z.infer<typeof shareRefusal>;
