import { startRealm } from '../src/realms/every-worker/worker/start-realm.ts';

startRealm(async () => {
  const [{ exposeSession }, { AsrSession }] = await Promise.all([
    import('../src/realms/every-worker/worker/expose-session.ts'),
    import('../src/realms/asr/worker/session.ts'),
  ]);
  exposeSession(new AsrSession());
});
