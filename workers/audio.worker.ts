import { startRealm } from '../src/realms/start-realm.ts';

startRealm(async () => {
  const [{ exposeSession }, { AudioSession }] = await Promise.all([
    import('../src/realms/expose-session.ts'),
    import('../src/realms/audio/session.ts'),
  ]);
  exposeSession(new AudioSession());
});
