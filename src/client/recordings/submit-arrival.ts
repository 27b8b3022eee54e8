import { deleteLiveSession } from '../../storage/live/live-store.ts';
import { noteArrivalAudio } from '../../storage/recordings/arrival-store.ts';
import type { ApiClient } from '../api/api-client.ts';
import { takeOverCorrections } from '../live/keep-live-text.ts';
import { fileOf, type HeldArrival, removeArrival } from './arrivals.ts';
import { createWith, type SubmitOptions } from './submit-recording.ts';

/** Returns the job's id. A page that ends in between leaves the arrival or the job; after an error, the arrival is kept. */
export async function submitArrival(
  client: ApiClient,
  arrival: HeldArrival,
  options: SubmitOptions,
  signal: AbortSignal,
): Promise<string> {
  const { audio_url, audio_metadata } = await client.upload(await fileOf(arrival), { signal });
  // If that finds no room, a page that ends behind the next line leaves both.
  await noteArrivalAudio(arrival.record.id, audio_metadata.id).catch(console.warn);
  const id = await createWith(client, audio_url, options, { signal });
  const { live_id } = arrival.record;
  // What the session sent is text of the same sound, which would outlive a transcript that is deleted.
  if (live_id !== undefined)
    await takeOverCorrections(live_id, id)
      .then(() => deleteLiveSession(live_id))
      .catch(console.warn);
  // The next host deletes it if this cannot.
  await removeArrival(arrival).catch(console.warn);
  return id;
}
