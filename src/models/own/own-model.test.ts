import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { blobSource } from '../../lib/bytes/byte-source.ts';
import { graphOutputsOf } from '../manifest/graph-outputs.ts';
import { manifestModel } from '../manifest/manifest.ts';
import { describeOwnModel, type OwnFolder } from './own-model.ts';

const TEXTS = caseRows<string>(import.meta.url, 'texts');
const ENCODER = 'onnx/encoder_model_quantized.onnx';
const DECODER = 'onnx/decoder_model_merged_quantized.onnx';
const GENERATION = {
  is_multilingual: true,
  lang_to_id: { '<|en|>': 50259, '<|de|>': 50261 },
  alignment_heads: [[3, 1]],
};

function folder(
  change: Partial<OwnFolder> = {},
  config: unknown = { model_type: 'whisper' },
  generation: unknown = GENERATION,
): OwnFolder {
  return {
    name: 'Dentist Whisper',
    files: [...TEXTS, ENCODER, DECODER].map((path) => ({ path, bytes: 10 })),
    texts: new Map([
      ['config.json', JSON.stringify(config)],
      ['generation_config.json', JSON.stringify(generation)],
    ]),
    decoderOutputs: ['logits', 'cross_attentions.0'],
    ...change,
  };
}

const without = (path: string) => folder().files.filter((file) => file.path !== path);

describe('a model that the manifest does not name', () => {
  it('gets its title from its folder, its languages from its tokens and its files as they are', () => {
    const model = describeOwnModel(folder());
    expect(model).toMatchObject({
      id: 'dentist-whisper',
      title: 'Dentist Whisper',
      own: true,
      languages: ['de', 'en'],
      devices: ['wasm'],
      dtype: { wasm: { encoder_model: 'q8', decoder_model_merged: 'q8' } },
    });
    expect(model.files).toHaveLength(7);
    expect(manifestModel.parse(model)).toEqual(model);
  });

  it('speaks English if its tokens name no language', () => {
    const generation = { is_multilingual: false, alignment_heads: [[3, 1]] };
    expect(describeOwnModel(folder({}, undefined, generation)).languages).toEqual(['en']);
  });

  it('takes each device’s best graphs, with the weights beside them', () => {
    const names = ['encoder_model.onnx', 'encoder_model.onnx_data', 'decoder_model_merged_q4.onnx'];
    const added = names.map((name) => ({ path: `onnx/${name}`, bytes: 10 }));
    const model = describeOwnModel(folder({ files: [...folder().files, ...added] }));
    expect(model.dtype).toEqual({
      webgpu: { encoder_model: 'fp32', decoder_model_merged: 'q8' },
      wasm: { encoder_model: 'q8', decoder_model_merged: 'q8' },
    });
    const withoutIntegers = describeOwnModel(folder({ files: [...without(DECODER), ...added] }));
    expect(withoutIntegers.dtype.webgpu).toEqual({ encoder_model: 'fp32', decoder_model_merged: 'q4' });
    expect(model.files.find(({ path }) => path === 'onnx/encoder_model.onnx_data')?.devices).toEqual([
      'webgpu',
    ]);
  });

  it('does not take the id of a model of the manifest', () => {
    expect(describeOwnModel(folder({ name: 'Whisper Base' })).id).toBe('whisper-base-own');
  });

  it.each<[string, OwnFolder]>([
    ['tokenizer.json is missing', folder({ files: without('tokenizer.json') })],
    ['onnx/encoder_model.onnx, or a quantised form of it, is missing', folder({ files: without(ENCODER) })],
    ['config.json describes a model of type "bert", not Whisper', folder({}, { model_type: 'bert' })],
    ['config.json is not valid JSON', folder({ texts: new Map([['config.json', '{']]) })],
    [`${DECODER} has no cross attentions among its outputs`, folder({ decoderOutputs: ['logits'] })],
    ['generation_config.json lacks alignment_heads', folder({}, undefined, { is_multilingual: true })],
  ])('is refused in one sentence with the file’s name: %s', (sentence, given) => {
    expect(() => describeOwnModel(given)).toThrow(
      `The model folder "Dentist Whisper" cannot be used: ${sentence}`,
    );
  });
});

describe('the outputs of an ONNX graph', () => {
  it('are read without the weights', async () => {
    const value = (name: string) => new BinaryWriter().tag(1, WireType.LengthDelimited).string(name).finish();
    const graph = new BinaryWriter()
      .tag(5, WireType.LengthDelimited)
      .bytes(new Uint8Array(100_000))
      .tag(11, WireType.LengthDelimited)
      .bytes(value('input_ids'))
      .tag(12, WireType.LengthDelimited)
      .bytes(value('logits'))
      .tag(12, WireType.LengthDelimited)
      .bytes(value('cross_attentions.0'))
      .finish();
    const model = new BinaryWriter()
      .tag(1, WireType.Varint)
      .int64(8)
      .tag(7, WireType.LengthDelimited)
      .bytes(graph)
      .finish();
    const source = blobSource(new Blob([new Uint8Array(model)]));
    let most = 0;
    const watched = {
      size: source.size,
      read: (start: number, end: number) => {
        most = Math.max(most, end - start);
        return source.read(start, end);
      },
    };
    expect(await graphOutputsOf(watched)).toEqual(['logits', 'cross_attentions.0']);
    expect(most).toBeLessThan(100);
  });

  it('cannot be read from another file', async () => {
    const text = blobSource(new Blob(['This is not a model but a sentence.']));
    await expect(graphOutputsOf(text)).rejects.toThrow('not an ONNX file');
  });
});
