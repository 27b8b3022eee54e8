import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { announce, onChannelMessage } from '../../contract/realms/channel.ts';
import { correctingLock } from '../../contract/realms/correcting-lock.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { makeDocument } from '../../document/make-document.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { isRecent } from '../../lib/is-recent.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { z } from '../../lib/zod.ts';
import type { SavedTranscript } from '../../storage/corrections/corrected-records.ts';
import { getCorrected, getVersion, listVersions } from '../../storage/corrections/corrected-store.ts';
import { readCorrectedRows as readStored, revisionOf } from '../../storage/corrections/read-corrected.ts';
import { keepReadable, saveReadable } from '../../storage/corrections/save-readable.ts';

export type { KeptVersion } from '../../storage/corrections/corrected-store.ts';

/** A transcript to correct: as stored, or made from the machine's result with revision 0. */
export type OpenedTranscript = Pick<SavedTranscript, 'revision' | 'document'>;

/** The document of a finished job that nobody has corrected. */
export const machineTranscript = ({ result }: Pick<PreRecordedJob, 'result'>): OpenedTranscript => ({
  revision: 0,
  document: makeDocument(result?.transcription?.utterances ?? [], result?.metadata.audio_duration ?? 0),
});

/** The stored corrections of a job; null if there are none. Throws 501 if a newer version of the app wrote them. */
export const readCorrected = (jobId: string): Promise<SavedTranscript | null> => getCorrected(jobId);

/** A browser that has not stored anything by then is not waited for. */
const LONGEST_SAVE_MS = 10_000;

/** Also notifies the other tabs. Throws 404, 409 if another tab has saved since, 507, or 500 after too long. */
export async function storeCorrected(jobId: string, ...edit: DropFirst<Parameters<typeof saveReadable>>) {
  const over = new AbortController();
  const saving = saveReadable(jobId, ...edit).then((saved) => {
    announce({ type: 'edit-saved', id: jobId });
    void noteNames(jobId, ...edit);
    return saved;
  });
  try {
    return await Promise.race([saving, tooLong(over.signal)]);
  } finally {
    over.abort();
  }
}

/** Names say whose the voices are. A name without its voice is as good as before. */
async function noteNames(
  jobId: string,
  ...[document, before]: DropFirst<Parameters<typeof saveReadable>>
): Promise<void> {
  const namesOf = (speakers: CorrectedTranscript['speakers'] = []) =>
    speakers.flatMap(({ id, name }) => (name === null ? [] : [`${id} ${name}`])).join('\n');
  if (namesOf(document.speakers) === namesOf(before.document?.speakers)) return;
  try {
    const { learnVoices } = await import('../voices/voice-memory.ts');
    await learnVoices(jobId, document);
  } catch (error) {
    console.warn('No voices were remembered:', error);
  }
}

async function tooLong(signal: AbortSignal): Promise<never> {
  await waitFor(LONGEST_SAVE_MS, signal);
  throw new AppError('storage_failed', msg`The browser has not stored the corrections within 10 s.`, {
    remedy: msg`Wait, or restart the browser.`,
  });
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

/** Puts a document in the place of corrections that cannot be read. Throws as `storeCorrected`. */
export async function replaceDamaged(jobId: string, document: SavedTranscript['document']): Promise<void> {
  const stored = await readStored(jobId);
  await storeCorrected(jobId, document, { revision: revisionOf(stored?.head), document: null });
}

const damagedWord = z.object({ word: z.string() }).transform(({ word }) => word);
const damagedParagraph = z
  .object({ words: z.array(damagedWord.catch('')) })
  .transform(({ words }) => words.join(''));

/** The words of corrections that cannot be read otherwise, as far as they are stored. */
export async function damagedText(jobId: string): Promise<string> {
  const { paragraphs = [] } = (await readStored(jobId)) ?? {};
  const texts = paragraphs.flatMap((stored) => damagedParagraph.safeParse(stored).data?.trim() ?? []);
  return texts.join('\n\n');
}

export const versions = { keep: keepReadable, list: listVersions, read: getVersion };

/** A version is kept when correcting begins, but not for every break. */
const VERSION_EVERY_MS = 10 * 60_000;

/** Keeps the state before somebody corrects a transcript again. */
export async function keepBefore(jobId: string, document: CorrectedTranscript, label: string): Promise<void> {
  try {
    const [newest] = await listVersions(jobId);
    if (newest && isRecent(newest.created_at, VERSION_EVERY_MS)) return;
    await keepReadable(jobId, document, label);
  } catch (error) {
    console.warn('No version was kept:', error);
  }
}

/** How long a tab that edits has to save and let go. */
const HANDOVER_MS = 3000;

interface Hold {
  /** Lets another tab edit. */
  release: () => void;
}

/** The right of one tab, null if another has it. `takeOver` asks that tab to let go; `lost` is called if one takes it. */
export async function holdCorrecting(
  jobId: string,
  { takeOver, lost }: { takeOver: boolean; lost: () => void },
): Promise<Hold | null> {
  if (!takeOver) return request(jobId, { ifAvailable: true }, lost);
  announce({ type: 'edit-wanted', id: jobId });
  const handover = await request(jobId, { signal: AbortSignal.timeout(HANDOVER_MS) }, lost).catch(() => null);
  return handover ?? request(jobId, { steal: true }, lost);
}

function request(jobId: string, options: LockOptions, lost: () => void): Promise<Hold | null> {
  return new Promise((resolve, reject) => {
    let held = false;
    navigator.locks
      .request(correctingLock(jobId), options, (lock) => {
        if (!lock) return resolve(null);
        held = true;
        return new Promise<void>((release) => resolve({ release: () => release() }));
      })
      .catch((error: unknown) => (held ? lost() : reject(error)));
  });
}

/** Calls `wanted` when another tab asks to edit, and `saved` when one has saved, until the signal aborts. */
export function watchCorrecting(
  jobId: string,
  { wanted, saved }: { wanted: () => void; saved: () => void },
  signal: AbortSignal,
): void {
  onChannelMessage((message) => {
    if (message.type === 'edit-wanted' && message.id === jobId) wanted();
    if (message.type === 'edit-saved' && message.id === jobId) saved();
  }, signal);
}
