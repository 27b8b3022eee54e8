import { startRealm } from '../src/realms/every-worker/worker/start-realm.ts';

/** Exposes a session to the page. Both modules are asked for at once. */
const exposed = (session: () => Promise<object>) => async () => {
  const [{ exposeSession }, made] = await Promise.all([
    import('../src/realms/every-worker/worker/expose-session.ts'),
    session(),
  ]);
  exposeSession(made);
};

/** By the worker's name: one entry for all, because the build shares scripts only within an entry. */
const REALMS: Record<string, () => Promise<void>> = {
  addons: exposed(async () => new (await import('../src/realms/addons/worker/session.ts')).AddonSession()),
  asr: exposed(async () => new (await import('../src/realms/asr/worker/session.ts')).AsrSession()),
  audio: exposed(async () => new (await import('../src/realms/audio/worker/session.ts')).AudioSession()),
  diarization: exposed(
    async () => new (await import('../src/realms/diarization/worker/session.ts')).DiarizationSession(),
  ),
  live: exposed(async () => new (await import('../src/realms/live/worker/session.ts')).LiveSession()),
  library: async () => (await import('../src/realms/library/worker/session.ts')).exposeLibrary(),
  'second-place': async () =>
    (await import('../src/realms/second-place/worker/session.ts')).exposeSecondPlace(),
  transcripts: async () => (await import('../src/realms/transcripts/worker/session.ts')).exposeTranscripts(),
};

startRealm(async () => {
  const start = REALMS[self.name];
  if (!start) throw new Error(`There is no worker "${self.name}".`);
  await start();
});
