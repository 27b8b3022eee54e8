import { startRealm } from '../src/realms/every-worker/worker/start-realm.ts';

const exposer = () => import('../src/realms/every-worker/worker/expose-session.ts');

/** By the worker's name: one entry for all, because the build shares scripts only within an entry. */
const REALMS: Record<string, () => Promise<void>> = {
  async addons() {
    const [{ exposeSession }, { AddonSession }] = await Promise.all([
      exposer(),
      import('../src/realms/addons/worker/session.ts'),
    ]);
    exposeSession(new AddonSession());
  },
  async asr() {
    const [{ exposeSession }, { AsrSession }] = await Promise.all([
      exposer(),
      import('../src/realms/asr/worker/session.ts'),
    ]);
    exposeSession(new AsrSession());
  },
  async audio() {
    const [{ exposeSession }, { AudioSession }] = await Promise.all([
      exposer(),
      import('../src/realms/audio/worker/session.ts'),
    ]);
    exposeSession(new AudioSession());
  },
  async diarization() {
    const [{ exposeSession }, { DiarizationSession }] = await Promise.all([
      exposer(),
      import('../src/realms/diarization/worker/session.ts'),
    ]);
    exposeSession(new DiarizationSession());
  },
  async library() {
    const { exposeLibrary } = await import('../src/realms/library/worker/session.ts');
    exposeLibrary();
  },
  async transcripts() {
    const { exposeTranscripts } = await import('../src/realms/transcripts/worker/session.ts');
    exposeTranscripts();
  },
};

startRealm(async () => {
  const start = REALMS[self.name];
  if (!start) throw new Error(`There is no worker "${self.name}".`);
  await start();
});
