import { addonSchemas } from '../../addons/addon-schemas.ts';
import type { RequestParams } from '../../contract/jobs/pre-recorded-request.ts';
import type { TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { updateJob } from '../../storage/jobs/job-store.ts';
import { announceJob } from '../job-events.ts';

/** Results of add-ons on a job's transcript. */
export interface Addition {
  request: RequestParams;
  result: TranscriptionResult;
  session: Record<string, unknown>;
}

/** Makes results part of the job whose transcript they were made from; does nothing if the job was deleted. */
export async function addToJob(jobId: string, addition: Addition): Promise<void> {
  const changed = await updateJob(jobId, ({ status, result, session, params }) =>
    status === 'done' && result
      ? {
          result: mergedResult(result, addition),
          session: mergedSession(session, addition),
          params: { ...params, ...ranParams(addition) },
        }
      : null,
  );
  if (changed) announceJob(changed);
}

/** Keys of what ran, diarization among them. */
const ranKeys = ({ request }: Addition): string[] => [
  ...addonSchemas.map(({ key }) => key).filter((key) => request[key]),
  ...(request.diarization ? ['diarization'] : []),
];

/** The switches and configurations of what ran: by them a later run decides which results to make again. */
const ranParams = (addition: Addition): Partial<RequestParams> =>
  Object.fromEntries(
    ranKeys(addition)
      .flatMap((key) => [key, `${key}_config`])
      .map((name) => [name, Reflect.get(addition.request, name)]),
  );

export function mergedResult(before: TranscriptionResult, addition: Addition): TranscriptionResult {
  const ran = new Set(ranKeys(addition));
  const kept = Object.fromEntries(Object.entries(before).filter(([key]) => !ran.has(key)));
  const { metadata: _, ...after } = addition.result;
  return { ...kept, ...after, metadata: before.metadata };
}

export function mergedSession(before: Record<string, unknown>, addition: Addition): Record<string, unknown> {
  const ran = ranKeys(addition);
  const notes = [before.notes, addition.session.notes].map((some) => (Array.isArray(some) ? some : []));
  const [old = [], added = []] = notes;
  const isOf = (note: unknown) =>
    ran.some(
      (key) => typeof note === 'string' && (note.startsWith(`${key}:`) || note.startsWith(`${key} (`)),
    );
  const all = [...old.filter((note) => !isOf(note)), ...added];
  const { notes: __, ...rest } = before;
  const texts = [before.texts, addition.session.texts].flatMap((some) => (Array.isArray(some) ? some : []));
  return {
    ...rest,
    ...addition.session,
    addons: { ...Object(before.addons), ...Object(addition.session.addons) },
    ...(all.length > 0 ? { notes: all } : { notes: undefined }),
    ...(texts.length > 0 && { texts }),
  };
}
