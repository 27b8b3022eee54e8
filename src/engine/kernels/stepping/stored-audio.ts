import type { KernelMemory } from '../kernel-memory.ts';
import type { OrtTensor } from '../runtime/onnx-sessions.ts';
import { RuntimeValue } from '../runtime/runtime-memory.ts';
import type { TextShape } from './text-rows.ts';

/** `past_key_values.{layer}.encoder.{key,value}`. */
type AudioTensors = Readonly<Record<string, OrtTensor>>;

/** A decoder's keys and values of a window: whole numbers, in a quarter of the memory, once a text is read. */
export class StoredAudio {
  readonly positions: number;
  readonly #memory: KernelMemory;
  readonly #shape: TextShape;
  #given: AudioTensors | null;
  /** Addresses of the audio's keys and values, layer by layer. */
  #stored: readonly number[] = [];

  /** @param given in the memory of the runtime, and from now on the window's */
  constructor(given: AudioTensors, shape: TextShape, memory: KernelMemory) {
    this.positions = tensorOf(given, 0, 'key').dims[2] ?? 0;
    this.#memory = memory;
    this.#shape = shape;
    this.#given = given;
  }

  /** Where a layer is stored. */
  layer(index: number): number {
    this.#store();
    return this.#stored[index] ?? 0;
  }

  release(): void {
    for (const pointer of this.#stored) this.#memory.free(pointer);
    this.#stored = [];
    this.#forget();
  }

  #store(): void {
    const given = this.#given;
    if (!given) return;
    const { layers, heads, size } = this.#shape;
    const { kernels } = this.#memory;
    const stored: number[] = [];
    try {
      for (let layer = 0; layer < layers; layer += 1) {
        const to = this.#memory.allocate(kernels.audioRoom(heads, size, this.positions));
        stored.push(to);
        const keys = tensorOf(given, layer, 'key').pointer;
        const values = tensorOf(given, layer, 'value').pointer;
        kernels.storeAudio(keys, values, to, heads, size, this.positions);
      }
    } catch (error) {
      for (const pointer of stored) this.#memory.free(pointer);
      throw error;
    }
    this.#stored = stored;
    this.#forget();
  }

  #forget(): void {
    for (const tensor of Object.values(this.#given ?? {})) tensor.dispose();
    this.#given = null;
  }
}

function tensorOf(given: AudioTensors, layer: number, part: 'key' | 'value'): RuntimeValue {
  const tensor = given[`past_key_values.${layer}.encoder.${part}`];
  if (!(tensor instanceof RuntimeValue)) throw new Error('The audio is not in the memory of the runtime.');
  return tensor;
}
