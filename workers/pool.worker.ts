import { startRealm } from '../src/realms/start-realm.ts';

startRealm(async () => {
  const { exposePool } = await import('../src/realms/pool/session.ts');
  exposePool();
});
