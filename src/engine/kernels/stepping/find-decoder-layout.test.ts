import { expect, it } from 'vitest';
import { readMiniFile, readMiniGraph } from '../../../../tests/miniatures/mini-whisper.ts';
import { DATA_TYPE } from '../graphs/onnx-fields.ts';
import { type Branch, type BranchNode, readBranch, type StoredTensor } from '../graphs/read-branch.ts';
import type { DecoderLayout } from './decoder-layout.ts';
import { findDecoderLayout, layoutOf } from './find-decoder-layout.ts';

const decoder = () => readMiniGraph('decoder_model_merged');

async function miniature(): Promise<Branch> {
  const branch = readBranch(await decoder(), 'then_branch');
  if (!branch) throw new Error('The miniature has no such branch.');
  return branch;
}

/** Everything in a layout that can be compared. */
const told = ({ layers, tokens, positions, norm, scores }: DecoderLayout) => ({
  rows: [tokens.row(3), tokens.kept().row(3), positions.row(5), positions.kept().row(5)],
  names: layers.map(({ query, key, value, selfOut, crossQuery, crossOut, up, down }) =>
    [query, key, value, selfOut, crossQuery, crossOut, up, down].map(({ weights }) => weights.name),
  ),
  norms: layers.map(({ selfNorm, crossNorm, norm }) => [selfNorm, crossNorm, norm].map(({ bias }) => bias)),
  biases: layers.map(({ query, up }) => [query.bias, up.bias]),
  scales: layers.map(({ query, up }) => [query.scales, up.scales]),
  last: [norm.bias, scores.scales, scores.weights.name],
});

const number = (value: number): StoredTensor => ({
  dims: [],
  type: DATA_TYPE.float,
  bytes: new Uint8Array(Float32Array.of(value).buffer),
});
const node = (opType: string, inputs: string[], outputs: string[]): BranchNode => ({
  opType,
  inputs,
  outputs,
  floats: new Map(),
});

it('reads the miniature: each product in its place', async () => {
  const layout = findDecoderLayout(await decoder());
  expect(layout?.layers).toHaveLength(3);
  const names = layout && told(layout).names[1];
  const parts = ['self_attn.q_proj', 'self_attn.k_proj', 'self_attn.v_proj', 'self_attn.out_proj'];
  const others = ['encoder_attn.q_proj', 'encoder_attn.out_proj', 'fc1', 'fc2'];
  expect(names).toEqual([...parts, ...others].map((part) => `dec.1.${part}.weight_q`));
  expect(layout?.scores.weights).toMatchObject({ name: 'embed_tokens_q', transposed: true, rows: 128 });
});

it('does not mind other names and another order of its nodes', async () => {
  const { nodes, tensors, outputs } = await miniature();
  const renamed = (name: string) =>
    tensors.has(name) || name.startsWith('past_') || name === 'input_ids' ? name : `${name}_x`;
  const others = nodes.map(({ inputs, outputs: given, ...rest }) => ({
    ...rest,
    inputs: inputs.map(renamed),
    outputs: given.map(renamed),
  }));
  const names = new Map([...outputs].map(([from, to]) => [from, renamed(to)]));
  const found = layoutOf({ outputs: names, nodes: others.toReversed(), tensors });
  expect(told(found)).toEqual(told(layoutOf({ nodes, tensors, outputs })));
});

it('reads a normalisation of several operators, scaled queries and a table of bytes with one scale', async () => {
  const branch = await miniature();
  const tensors = new Map(branch.tensors);
  tensors.set('eighth', number(0.125)).set('two', number(2)).set('epsilon', number(1e-5));
  const scales = new Float32Array(2644).fill(0.01);
  const nodes = branch.nodes.flatMap((given): BranchNode[] => {
    const [output = ''] = given.outputs;
    if (given.opType === 'LayerNormalization') {
      const [from = '', weights = '', bias = ''] = given.inputs;
      const at = (name: string) => `${output}.${name}`;
      return [
        node('ReduceMean', [from], [at('mean')]),
        node('Sub', [from, at('mean')], [at('off')]),
        node('Pow', [at('off'), 'two'], [at('square')]),
        node('ReduceMean', [at('square')], [at('variance')]),
        node('Add', [at('variance'), 'epsilon'], [at('sum')]),
        node('Sqrt', [at('sum')], [at('root')]),
        node('Div', [at('off'), at('root')], [at('normal')]),
        node('Mul', [at('normal'), weights], [at('weighted')]),
        node('Add', [bias, at('weighted')], [output]),
      ];
    }
    // The query of the first layer.
    if (given.opType === 'Add' && given.inputs.includes('dec.0.self_attn.q_proj.bias'))
      return [
        { ...given, outputs: [`${output}.plain`] },
        node('Mul', [`${output}.plain`, 'eighth'], [output]),
      ];
    if (given.opType === 'Mul' && given.inputs[0] === 'p_Sub_3_0')
      return [
        node('Gather', ['embed_tokens_q', 'input_ids'], ['row']),
        node('DequantizeLinear', ['row', 'hundredth', 'zp128'], [output]),
      ];
    return [given];
  });
  tensors.set('hundredth', number(0.01));
  const found = told(layoutOf({ ...branch, nodes, tensors }));
  const wanted = told(layoutOf(branch));
  expect(found.names).toEqual(wanted.names);
  expect(found.norms).toEqual(wanted.norms);
  expect(found.scales[0]?.[0]).toEqual(wanted.scales[0]?.[0]?.map((scale) => scale / 8));
  expect(found.biases[0]?.[0]).toEqual(wanted.biases[0]?.[0]?.map((bias) => bias / 8));
  const bytes = branch.tensors.get('embed_tokens_q')?.bytes.subarray(3 * 128, 4 * 128) ?? [];
  expect(found.rows[0]).toEqual(
    Float32Array.from(bytes, (byte) => Math.fround((byte - 128) * Math.fround(scales[0] ?? 0))),
  );
});

it.each([
  ['a relu', 'Erf', 'Relu'],
  ['products of floats', 'MatMulInteger', 'MatMul'],
  ['no softmax', 'Softmax', 'Sigmoid'],
  ['nothing behind the text', 'Concat', 'Add'],
])('leaves a decoder alone that has %s', async (_, from, to) => {
  const branch = await miniature();
  const nodes = branch.nodes.map((given) => (given.opType === from ? { ...given, opType: to } : given));
  expect(() => layoutOf({ ...branch, nodes })).toThrow();
});

it.each(['onnx/encoder_model_quantized.onnx', 'tokenizer.json'])('leaves %s alone', async (path) => {
  expect(findDecoderLayout(await readMiniFile(path))).toBeNull();
});
