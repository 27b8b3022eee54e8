import type { Device } from '../../onnx/device.ts';

/** What must be known of a transducer to run it. */
export interface TransducerModel {
  /** For messages. */
  id: string;
  files: readonly { path: string; bytes: number | null; devices?: readonly Device[] | undefined }[];
  /** Shape of the graphs: how features are made and how the joiner's output is read. */
  architecture: 'zipformer-rnnt' | 'parakeet-tdt';
  /** Paths of its graphs and of its table of tokens. */
  parts: { encoder: string; decoder: string; joiner: string | null; tokens: string };
  languages: 'all' | readonly string[];
  punctuates: boolean;
  /** Seconds by which it writes a word's first token after the word began, as measured; 0 where absent. */
  emissionDelay?: number | undefined;
}
