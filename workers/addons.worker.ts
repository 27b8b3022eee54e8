import { startRealm } from '../src/realms/every-worker/worker/start-realm.ts';

startRealm(async () => {
  const [{ exposeSession }, { AddonSession }] = await Promise.all([
    import('../src/realms/every-worker/worker/expose-session.ts'),
    import('../src/realms/addons/worker/session.ts'),
  ]);
  exposeSession(new AddonSession());
});
