import { startRealm } from '../src/realms/every-worker/worker/start-realm.ts';

startRealm(async () => {
  const { exposePool } = await import('../src/realms/pool/worker/session.ts');
  exposePool();
});
