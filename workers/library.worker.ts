import { startRealm } from '../src/realms/start-realm.ts';

startRealm(async () => {
  const { exposeLibrary } = await import('../src/realms/library/session.ts');
  exposeLibrary();
});
