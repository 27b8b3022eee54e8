/** A worker of this name (workers/app.worker.ts). Its address is the same for all, so that they share what is compiled and cached. */
export const spawnRealm = (
  name: 'addons' | 'asr' | 'audio' | 'diarization' | 'library' | 'live' | 'second-place' | 'transcripts',
): Worker =>
  new Worker(new URL('../../../../workers/app.worker.ts', import.meta.url), { type: 'module', name });
