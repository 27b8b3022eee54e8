import { startRealm } from '../src/realms/every-worker/worker/start-realm.ts';

startRealm(async () => {
  const { exposeLibrary } = await import('../src/realms/library/worker/session.ts');
  exposeLibrary();
});
