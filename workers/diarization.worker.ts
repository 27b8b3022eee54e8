import { startRealm } from '../src/realms/every-worker/worker/start-realm.ts';

startRealm(async () => {
  const [{ exposeSession }, { DiarizationSession }] = await Promise.all([
    import('../src/realms/every-worker/worker/expose-session.ts'),
    import('../src/realms/diarization/worker/session.ts'),
  ]);
  exposeSession(new DiarizationSession());
});
