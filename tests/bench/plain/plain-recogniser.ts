/** Requests of the page to its worker. */
export interface PlainRequest {
  /** Folder of the model under /models/. */
  model: string;
  threads: number;
  /** Mono, 16 kHz. */
  pcm: Float32Array;
}

export interface PlainAnswer {
  text: string;
  /** The pipeline's own time, without loading the model. */
  seconds: number;
}

/** The page's function for the benchmark: transcribes the file in its input; `seconds` includes decoding. */
export interface PlainRecogniser {
  transcribe(options: Pick<PlainRequest, 'model' | 'threads'>): Promise<PlainAnswer>;
}

declare global {
  var plain: PlainRecogniser;
}
