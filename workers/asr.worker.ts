import { startRealm } from '../src/realms/start-realm.ts';

startRealm(async () => {
  const [{ exposeSession }, { AsrSession }] = await Promise.all([
    import('../src/realms/expose-session.ts'),
    import('../src/realms/asr/session.ts'),
  ]);
  exposeSession(new AsrSession());
});
