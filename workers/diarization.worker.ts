import { startRealm } from '../src/realms/start-realm.ts';

startRealm(async () => {
  const [{ exposeSession }, { DiarizationSession }] = await Promise.all([
    import('../src/realms/expose-session.ts'),
    import('../src/realms/diarization/session.ts'),
  ]);
  exposeSession(new DiarizationSession());
});
