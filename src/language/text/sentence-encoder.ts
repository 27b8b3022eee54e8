import { AutoModel, AutoTokenizer, Tensor } from '@huggingface/transformers';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { encoderInputs, encodeText, frameOf } from './encoded-text.ts';
import { type LoadTextModelOptions, loadTextModel } from './load-text-model.ts';

/** Maps a text to a vector: texts that mean alike have vectors alike. */
export interface SentenceEncoderModel {
  /** @returns a vector of length 1, so that a dot product is the cosine */
  encode(text: string): Promise<Float32Array>;
  dispose(): Promise<void>;
}

/** Where the publishers of these models cut. What `tokenizer.json` says is for training. */
const MOST_TOKENS = 256;

/**
 * Loads a sentence encoder in the transformers.js layout: the mean of the last states (Reimers and Gurevych, 2019). One text at a time,
 * because the scales of 8-bit graphs are found at run time: in a batch, its neighbours would move a vector.
 *
 * @throws AppError `model_missing` if `files` lacks a file
 */
export async function loadSentenceEncoder(options: LoadTextModelOptions): Promise<SentenceEncoderModel> {
  return loadTextModel(options, async (modelId, pretrained) => {
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(modelId),
      AutoModel.from_pretrained(modelId, pretrained),
    ]);
    const { begin, end } = frameOf(tokenizer);
    const room = MOST_TOKENS - begin.length - end.length;
    let last: Promise<unknown> = Promise.resolve();
    return {
      encode(text) {
        // A session of the runtime does one run at a time, and damages its memory with two.
        const turn = last.then(() => encode(text));
        last = turn.catch(() => undefined);
        return turn;
      },
      async dispose() {
        await model.dispose();
      },
    };
    async function encode(text: string): Promise<Float32Array> {
      const ids = encodeText(tokenizer, text).slice(0, room);
      const { last_hidden_state: states } = await model(encoderInputs([...begin, ...ids, ...end]));
      const [, tokens = 0, size = 0] = states instanceof Tensor ? states.dims : [];
      if (!(states instanceof Tensor) || !(states.data instanceof Float32Array) || size === 0)
        throw unusable();
      return meanOfUnitLength(states.data, tokens, size);
    }
  });
}

function meanOfUnitLength(states: Float32Array, tokens: number, size: number): Float32Array {
  const mean = new Float32Array(size);
  for (let at = 0; at < tokens * size; at += 1) mean[at % size] = (mean[at % size] ?? 0) + (states[at] ?? 0);
  const length = Math.hypot(...mean);
  return length > 0 ? mean.map((value) => value / length) : mean;
}

const unusable = () =>
  new AppError('model_missing', msg`The model for finding by meaning has no usable output.`);
