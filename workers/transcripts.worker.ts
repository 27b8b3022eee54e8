import { startRealm } from '../src/realms/start-realm.ts';

startRealm(async () => {
  const { exposeTranscripts } = await import('../src/realms/transcripts/session.ts');
  exposeTranscripts();
});
