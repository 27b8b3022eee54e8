import type { Device } from '../../../onnx/device.ts';

/** What is needed to run a transducer. */
export interface TransducerModel {
  /** Id of the model, for messages. */
  id: string;
  files: readonly { path: string; bytes: number | null; devices?: readonly Device[] | undefined }[];
  /** Shape of the graphs: how features are computed and how the joiner's output is read. */
  architecture: 'zipformer-rnnt' | 'parakeet-tdt' | 'canary-aed';
  /** Paths of its graphs and its token table. */
  parts: { encoder: string; decoder: string; joiner: string | null; tokens: string };
  languages: 'all' | readonly string[];
  punctuates: boolean;
  /** Measured delay in seconds between the start of a word and its first token; 0 if absent. */
  emissionDelay?: number | undefined;
  /** Mean probability of its tokens below which speech is in none of its languages; unknown if absent. */
  leastCertainty?: number | undefined;
  /** Longest stretch to recognise at once, seconds; a whole window if absent. */
  mostSeconds?: number | undefined;
}
