import { startRealm } from '../src/realms/start-realm.ts';

startRealm(async () => {
  const [{ exposeSession }, { AddonSession }] = await Promise.all([
    import('../src/realms/expose-session.ts'),
    import('../src/realms/addons/session.ts'),
  ]);
  exposeSession(new AddonSession());
});
