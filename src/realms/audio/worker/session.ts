import { transfer } from 'comlink';
import { PEAKS_PER_SECOND } from '../../../engine/audio/levels/peak-meter.ts';
import { SpeechWindowReader } from '../../../engine/audio/windows/speech-window-reader.ts';
import { loadSileroVad } from '../../../engine/vad/load-silero-vad.ts';
import { keepPieces } from '../../../lib/bytes/byte-source.ts';
import { madeOnce } from '../../../lib/made-once.ts';
import { configureOnnxRuntime } from '../../../models/device/configure-onnx.ts';
import type { AudioDescription, AudioSummary, AudioWorkerApi } from '../shared/api.ts';

/** Reads one recording at a time. */
export class AudioSession implements AudioWorkerApi {
  readonly #loadVad = madeOnce(() => loadSileroVad(configureOnnxRuntime));
  #reader: SpeechWindowReader | null = null;

  async prepare(): Promise<void> {
    await this.#loadVad();
  }

  async open(
    ...[size, read, { separateUtterances, withoutWebCodecs, span }, decodeFile]: Parameters<
      AudioWorkerApi['open']
    >
  ): Promise<AudioDescription> {
    await this.close();
    // Containers are read in small steps, which must not each wait for the page.
    const source = keepPieces({ size, read });
    this.#reader = await SpeechWindowReader.open(source, await this.#loadVad(), {
      separateUtterances,
      withoutWebCodecs: withoutWebCodecs ?? false,
      decodeFile: decodeFile ?? null,
      span,
    });
    const { container, codec, sampleRate, numberOfChannels, duration } = this.#reader.info;
    return { container, codec, sampleRate, numberOfChannels, duration };
  }

  async nextWindow(): ReturnType<AudioWorkerApi['nextWindow']> {
    const window = await this.#opened().next();
    return (
      window &&
      transfer(
        window,
        [window.pcm, window.recorded].flatMap((pcm) => pcm?.buffer ?? []),
      )
    );
  }

  async position(): Promise<number> {
    return this.#opened().position;
  }

  async summary(): Promise<AudioSummary> {
    const reader = this.#opened();
    const { duration, numberOfChannels, numberOfDistinctChannels, signal, notes } = reader;
    const summary = { duration, numberOfChannels, numberOfDistinctChannels, signal, notes };
    if (!reader.isComplete) return summary;
    const peaks = reader.peaks();
    return transfer({ ...summary, waveform: { rate: PEAKS_PER_SECOND, peaks } }, [peaks.buffer]);
  }

  async close(): Promise<void> {
    await this.#reader?.close();
    this.#reader = null;
  }

  #opened(): SpeechWindowReader {
    if (!this.#reader) throw new Error('No recording is open.');
    return this.#reader;
  }
}
