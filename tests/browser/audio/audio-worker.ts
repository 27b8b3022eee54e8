import { type Remote, releaseProxy, wrap } from 'comlink';
import type { SpeechWindow } from '../../../src/engine/audio/windows/speech-window.ts';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import type {
  AudioDescription,
  AudioSummary,
  AudioWorkerApi,
  WindowingOptions,
} from '../../../src/realms/audio/shared/api.ts';
import { spawnRealm } from '../../../src/realms/every-worker/page/spawn-realm.ts';
import { lendBytes } from '../../../src/realms/every-worker/shared/lend-bytes.ts';
import '../../../src/realms/every-worker/shared/comlink-errors.ts';

const urls = {
  ...import.meta.glob<string>('../../fixtures/containers/*', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../fixtures/mini/audio/*', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
};

/** A fixture's bytes, by its name in tests/fixtures/containers or tests/fixtures/mini/audio. */
export async function fixture(name: string): Promise<Blob> {
  const url = Object.entries(urls).find(([path]) => path.endsWith(`/${name}`))?.[1];
  if (!url) throw new Error(`There is no fixture ${name}.`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The fixture ${name} was answered with ${response.status}.`);
  return response.blob();
}

/** The names in tests/fixtures/containers. */
export const containerNames = (): string[] =>
  Object.keys(urls)
    .filter((path) => path.includes('/containers/'))
    .map((path) => path.slice(path.lastIndexOf('/') + 1));

export function fixtureNames(): string[] {
  return Object.keys(urls).map((path) => path.slice(path.lastIndexOf('/') + 1));
}

export interface ReadRecording {
  description: AudioDescription;
  windows: SpeechWindow[];
  summary: AudioSummary;
}

/** Runs `use` with a real audio worker of its own and terminates it. */
export async function withAudioWorker<T>(use: (api: Remote<AudioWorkerApi>) => Promise<T>): Promise<T> {
  const worker = spawnRealm('audio');
  const api = wrap<AudioWorkerApi>(worker);
  try {
    return await use(api);
  } finally {
    api[releaseProxy]();
    worker.terminate();
  }
}

let shared: Remote<AudioWorkerApi> | null = null;

/** Everything a real audio worker reports about a recording. The tests of a file share it: starting one takes long. */
export function readRecording(source: Blob, separateUtterances = false): Promise<ReadRecording> {
  shared ??= wrap<AudioWorkerApi>(spawnRealm('audio'));
  return readThrough(shared, source, { separateUtterances });
}

export async function readThrough(
  api: Remote<AudioWorkerApi>,
  source: Blob,
  options: WindowingOptions = { separateUtterances: false },
): Promise<ReadRecording> {
  const description = await api.open(source.size, lendBytes(blobSource(source)), options);
  const windows: SpeechWindow[] = [];
  for (let window = await api.nextWindow(); window; window = await api.nextWindow()) windows.push(window);
  const summary = await api.summary();
  await api.close();
  return { description, windows, summary };
}
