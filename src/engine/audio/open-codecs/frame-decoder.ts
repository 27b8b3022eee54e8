/** Decodes the frames of one codec, one after the other, in WebAssembly. */
export interface FrameDecoder {
  /** One frame → one plane of ±1 for each channel, maybe without a sample; null where the frame is damaged. */
  decode(frame: Uint8Array): Promise<DecodedFrame | null>;
  close(): void;
}

export interface DecodedFrame {
  planes: Float32Array[];
  sampleRate: number;
}

/** Opens a decoder; null where the stream's settings are not those of its codec. */
export type OpenFrameDecoder = (config: AudioDecoderConfig) => Promise<FrameDecoder | null>;

/** What the decoders of wasm-audio-decoders answer. */
export interface DecodedAudio {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
  errors: readonly unknown[];
}

/** A frame of which only an error came is damaged; with both, the sound counts. */
export function frameOf({
  channelData,
  samplesDecoded,
  sampleRate,
  errors,
}: DecodedAudio): DecodedFrame | null {
  if (samplesDecoded === 0 && errors.length > 0) return null;
  return { planes: channelData, sampleRate };
}

/** The bytes of a decoder's description, whatever it lies in. */
export function descriptionOf({ description }: AudioDecoderConfig): Uint8Array {
  if (!description) return new Uint8Array();
  if (ArrayBuffer.isView(description)) {
    return new Uint8Array(description.buffer, description.byteOffset, description.byteLength);
  }
  return new Uint8Array(description);
}
