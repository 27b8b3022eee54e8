import { z } from '../../lib/zod.ts';
import type { ApiClient } from '../api/api-client.ts';

const readable = z.object({ result: z.object({ transcription: z.object({ full_transcript: z.string() }) }) });

/** The text of a result that this version of the app does not understand otherwise; null if it has none. */
export async function storedText(api: ApiClient, id: string, signal: AbortSignal): Promise<string | null> {
  const stored = readable.safeParse(await api.getStoredJob(id, { signal }).catch(() => null));
  return stored.data?.result.transcription.full_transcript || null;
}
