import { startRealm } from '../src/realms/every-worker/worker/start-realm.ts';

startRealm(async () => {
  const [{ exposeSession }, { AudioSession }] = await Promise.all([
    import('../src/realms/every-worker/worker/expose-session.ts'),
    import('../src/realms/audio/worker/session.ts'),
  ]);
  exposeSession(new AudioSession());
});
