/** Decodes the frames of one codec, one after the other, in WebAssembly. */
export interface FrameDecoder {
  /** Decodes a frame into one plane of ±1 per channel, possibly without samples; null if the frame is damaged. */
  decode(frame: Uint8Array): Promise<DecodedFrame | null>;
  close(): void;
}

export interface DecodedFrame {
  planes: Float32Array[];
  sampleRate: number;
}

/** Opens a decoder; null if the stream's settings do not match its codec. */
export type OpenFrameDecoder = (config: AudioDecoderConfig) => Promise<FrameDecoder | null>;

/** Results of wasm-audio-decoders' decoders. */
export interface DecodedAudio {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
  errors: readonly unknown[];
}

/** A frame that yields only an error is damaged; if there is audio too, the audio counts. */
export function frameOf({
  channelData,
  samplesDecoded,
  sampleRate,
  errors,
}: DecodedAudio): DecodedFrame | null {
  if (samplesDecoded === 0 && errors.length > 0) return null;
  return { planes: channelData, sampleRate };
}

/** The bytes of a decoder's description, whatever its buffer type. */
export function descriptionOf({ description }: AudioDecoderConfig): Uint8Array {
  if (!description) return new Uint8Array();
  if (ArrayBuffer.isView(description)) {
    return new Uint8Array(description.buffer, description.byteOffset, description.byteLength);
  }
  return new Uint8Array(description);
}
