import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { VoiceMemory } from '../../storage/voices/voice-store.ts';
import { watchSettings } from '../settings/settings.ts';
import { namedVoices, soundAlike } from './name-voices.ts';

export type { VoiceMemory } from '../../storage/voices/voice-store.ts';

// Loaded when it is first needed: the page is drawn before that.
const store = () => import('../../storage/voices/voice-store.ts');

/** The voices of people whom somebody named, on this device alone. */
export const voicesClient = {
  get: async (): Promise<VoiceMemory> => (await store()).getVoiceMemory(),
  /** Whether voices are remembered; those that are remain until they are forgotten. */
  remember: async (remember: boolean): Promise<VoiceMemory> =>
    (await store()).changeVoiceMemory(() => ({ remember })),
  forget: async (name: string): Promise<void> => {
    await (await store()).changeVoiceMemory(({ people }) => ({
      people: people.filter((person) => person.name !== name),
    }));
  },
  forgetAll: async (): Promise<void> => (await store()).forgetVoices(),
  watch: watchSettings,
};

type Document = Pick<CorrectedTranscript, 'paragraphs' | 'speakers'>;

/** Whom the speakers without names sound like: names by the ids of the speakers. */
export async function soundsLike(jobId: string, document: Document): Promise<Map<string, string>> {
  const { getJobVoices, getVoiceMemory } = await store();
  const [{ remember, people }, job] = await Promise.all([getVoiceMemory(), getJobVoices(jobId)]);
  if (!remember || !job) return new Map();
  const known = people.flatMap(({ name, samples }) =>
    samples.flatMap(({ job_id, model, vector }) =>
      model === job.model && job_id !== jobId ? [{ name, vector }] : [],
    ),
  );
  return soundAlike(document, job.voices, known, job.distance);
}

/** Remembers the voices of named speakers, as far as the settings allow it. */
export async function learnVoices(jobId: string, document: Document): Promise<void> {
  const { getJobVoices, nameJobVoices } = await store();
  const job = await getJobVoices(jobId);
  if (job) await nameJobVoices(job, namedVoices(document, job.voices));
}
