import { expose, transfer } from 'comlink';
import { SpeechWindowReader } from '../src/engine/audio/speech-window-reader.ts';
import { loadSileroVad } from '../src/engine/vad/load-silero-vad.ts';
import type { SileroVad } from '../src/engine/vad/silero-vad.ts';
import { configureOnnxRuntime } from '../src/models/onnx-runtime.ts';
import type { AudioWorkerApi } from '../src/rpc/audio-worker-api.ts';
import '../src/rpc/comlink-errors.ts';
import './lent-files.ts';

let vad: Promise<SileroVad> | null = null;
let reader: SpeechWindowReader | null = null;

function opened(): SpeechWindowReader {
  if (!reader) throw new Error('No recording is open.');
  return reader;
}

const api: AudioWorkerApi = {
  async open(source, { separateUtterances }) {
    await reader?.close();
    reader = null;
    vad ??= loadSileroVad(configureOnnxRuntime).catch((error) => {
      vad = null;
      throw error;
    });
    reader = await SpeechWindowReader.open(source, await vad, separateUtterances);
    const { container, codec, sampleRate, numberOfChannels, duration } = reader.info;
    return { container, codec, sampleRate, numberOfChannels, duration };
  },
  async nextWindow() {
    const window = await opened().next();
    return window && transfer(window, [window.pcm.buffer]);
  },
  async position() {
    return opened().position;
  },
  async summary() {
    const { duration, numberOfChannels, numberOfDistinctChannels } = opened();
    return { duration, numberOfChannels, numberOfDistinctChannels };
  },
  async close() {
    await reader?.close();
    reader = null;
  },
};

expose(api);
