import type { Device } from '../manifest/manifest.ts';

/** The transformers.js dtypes of 8-bit integers, for which GPUs have no products. */
const INTEGERS: readonly (string | undefined)[] = ['q8', 'int8', 'uint8'];

/**
 * Where the decoder of a Whisper model runs whose encoder runs on `device`. A GPU takes a window through the encoder in a hundredth
 * of the CPU's time, but a step of the decoder is many small products, each of which costs the browser more than the card: one of
 * 8-bit integers takes the CPU half as long (docs/journal.md#on-a-real-gpu).
 *
 * @param dtype of the model's parts on that device
 */
export function decoderDevice(device: Device, dtype: Readonly<Record<string, string>> | undefined): Device {
  return INTEGERS.includes(dtype?.decoder_model_merged) ? 'wasm' : device;
}
