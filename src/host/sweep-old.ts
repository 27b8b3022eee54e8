import { sureTime } from '../storage/database/sure-time.ts';
import { sweepLiveSessions } from '../storage/live/live-store.ts';
import { sweepArrivals } from '../storage/recordings/arrival-store.ts';
import { deleteAbandonedAudio } from '../storage/recordings/audio-store.ts';
import { sweepExportFiles } from '../storage/recordings/export-file.ts';

/** An upload that no job used for this long is deleted, so that storage does not fill with invisible data. */
const ABANDONED_MS = 7 * 24 * 3_600_000;

/** Deletes what nobody came back to. */
export async function sweepOld(): Promise<void> {
  // Pieces that nobody finishes go also where this finds no room.
  const now = await sureTime().catch(() => 0);
  const abandoned = new Date(now - ABANDONED_MS);
  await deleteAbandonedAudio(abandoned).catch(console.error);
  await sweepArrivals(abandoned).catch(console.error);
  await sweepLiveSessions(abandoned).catch(console.error);
  await sweepExportFiles(now).catch(console.error);
}
