import { floatTensorFor, type OrtSession, type OrtTensor } from '../../kernels/sessions.ts';
import { presentName } from './decoder-output.ts';
import type { WhisperConfig } from './whisper-config.ts';

/** What a merged decoder calls its caches and attentions, and its caches before anything was read. */
export interface DecoderNames {
  noText: Readonly<Record<string, OrtTensor>>;
  noAudio: Readonly<Record<string, OrtTensor>>;
  textOutputs: string[];
  audioOutputs: string[];
  /** Attention of the layers with aligning heads; empty if the decoder does not export them all. */
  attentionOutputs: string[];
}

export function namesOf(decoder: OrtSession, { heads, headSize, alignment }: WhisperConfig): DecoderNames {
  const cache = decoder.inputNames.filter((name) => name.startsWith('past_key_values.'));
  const empty = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        floatTensorFor(decoder, name, new Float32Array(0), [1, heads, 0, headSize]),
      ]),
    );
  const text = cache.filter((name) => name.includes('.decoder.'));
  const audio = cache.filter((name) => name.includes('.encoder.'));
  const layers = [...new Set(alignment?.heads.map(([layer]) => layer))];
  const wanted = layers.map((layer) => `cross_attentions.${layer}`);
  return {
    noText: empty(text),
    noAudio: empty(audio),
    textOutputs: text.map(presentName),
    audioOutputs: audio.map(presentName),
    attentionOutputs: wanted.every((name) => decoder.outputNames.includes(name)) ? wanted : [],
  };
}
