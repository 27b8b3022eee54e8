import { type PreTrainedTokenizer, Tensor } from '@huggingface/transformers';
import { z } from '../../lib/zod.ts';

const tokenIds = z.array(z.int());

/** The tokens of a text alone, without the special tokens around a model's input. */
export const encodeText = (tokenizer: PreTrainedTokenizer, text: string): number[] =>
  tokenIds.parse(tokenizer.encode(text, { add_special_tokens: false }));

/** The special tokens a tokenizer puts before and after a text; empty if it adds none. */
export function frameOf(tokenizer: PreTrainedTokenizer): { begin: number[]; end: number[] } {
  const bare = encodeText(tokenizer, 'a');
  const framed = tokenIds.parse(tokenizer.encode('a'));
  const at = framed.indexOf(bare[0] ?? -1);
  return at < 0
    ? { begin: [], end: [] }
    : { begin: framed.slice(0, at), end: framed.slice(at + bare.length) };
}

/** The inputs of an encoder for one text. */
export function encoderInputs(ids: readonly number[]): Record<string, Tensor> {
  const int64 = (values: readonly number[]) =>
    new Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length]);
  return {
    input_ids: int64(ids),
    attention_mask: int64(ids.map(() => 1)),
    token_type_ids: int64(ids.map(() => 0)),
  };
}
