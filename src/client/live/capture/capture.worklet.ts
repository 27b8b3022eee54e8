import { SoundBlocks } from './sound-blocks.ts';

// TypeScript has no library for this scope.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { numberOfInputs: number }) => AudioWorkletProcessor,
): void;

/** Sends the page the sound of its inputs, each of one channel, in blocks: on the audio thread, which no hidden tab slows down. */
class Capture extends AudioWorkletProcessor {
  readonly #blocks: SoundBlocks;
  #paused = false;

  constructor({ numberOfInputs }: { numberOfInputs: number }) {
    super();
    this.#blocks = new SoundBlocks(numberOfInputs, sampleRate, (block) =>
      this.port.postMessage(block, [block.samples.buffer]),
    );
    this.port.onmessage = ({ data }: MessageEvent<boolean>) => {
      this.#paused = data;
      if (!data) return;
      this.#blocks.flush();
      this.port.postMessage(null);
    };
  }

  process(inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    if (!this.#paused)
      this.#blocks.push(
        inputs.map(([channel]) => channel),
        output?.[0]?.length ?? 128,
      );
    return true;
  }
}

registerProcessor('capture', Capture);
