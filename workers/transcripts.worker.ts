import { startRealm } from '../src/realms/every-worker/worker/start-realm.ts';

startRealm(async () => {
  const { exposeTranscripts } = await import('../src/realms/transcripts/worker/session.ts');
  exposeTranscripts();
});
