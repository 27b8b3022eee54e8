import { expect, it } from 'vitest';
import config from '../../../../tests/fixtures/mini/mini-whisper/config.json' with { type: 'json' };
import generation from '../../../../tests/fixtures/mini/mini-whisper/generation_config.json' with {
  type: 'json',
};
import { readMiniGraph } from '../../../../tests/miniatures/mini-whisper.ts';
import { parseWhisperConfig } from '../../asr/whisper/whisper-config.ts';
import type { ByteProduct, DecoderLayout } from '../stepping/decoder-layout.ts';
import { findAudioProducts, findDecoderLayout } from '../stepping/find-decoder-layout.ts';
import { featuresOf } from './gpu-features.ts';
import { GpuShapeError, shapeOf } from './gpu-shape.ts';
import { packed } from './gpu-weights.ts';

const parsed = parseWhisperConfig(config, generation);
const ROOM = { rows: 3, windows: 2, halves: false, subgroups: false };

async function layoutOfMini(): Promise<DecoderLayout> {
  const layout = findDecoderLayout(await readMiniGraph('decoder_model_merged'));
  if (!layout) throw new Error('The miniature was not read.');
  return layout;
}

it('reads the sizes of a decoder, and the products of its audio', async () => {
  const layout = await layoutOfMini();
  expect(shapeOf(layout, parsed, ROOM)).toMatchObject({
    layers: 3,
    width: 128,
    inner: 512,
    vocabulary: 2644,
    rows: 3,
  });
  const audio = findAudioProducts(await readMiniGraph('decoder_model_merged'), 3);
  expect(
    audio?.map(({ key, value }) => [key.weights.rows, value.weights.columns, key.bias, value.bias?.length]),
  ).toEqual(Array.from({ length: 3 }, () => [128, 128, null, 128]));
  expect(findAudioProducts(await readMiniGraph('decoder_model_merged'), 4)).toBeNull();
});

it.each([
  ['layers', (layout: DecoderLayout) => ({ ...layout, layers: layout.layers.slice(1) })],
  [
    'inner size',
    (layout: DecoderLayout) => ({
      ...layout,
      layers: layout.layers.map((layer) => ({ ...layer, up: cut(layer.up, 510) })),
    }),
  ],
  [
    'products',
    (layout: DecoderLayout) => ({
      ...layout,
      layers: layout.layers.map((layer) => ({ ...layer, key: cut(layer.key, 64) })),
    }),
  ],
  ['token table', (layout: DecoderLayout) => ({ ...layout, tokens: { ...layout.tokens, name: 'another' } })],
] as const)('refuses other %s by name', async (name, change) => {
  const layout = change(await layoutOfMini());
  expect(() => shapeOf(layout, parsed, ROOM)).toThrow(GpuShapeError);
  expect(() => shapeOf(layout, parsed, ROOM)).toThrow(`The decoder's ${name} cannot be computed on the GPU.`);
});

it('refuses heads that threads cannot share', async () => {
  expect(() => shapeOf(layout0, { ...parsed, heads: 1, headSize: 80 }, ROOM)).toThrow(
    "The decoder's head size",
  );
});
const layout0 = await layoutOfMini();

it('stores four bytes of a column in a word, and products beside each other', () => {
  const product = (transposed: boolean, signed: boolean): ByteProduct => ({
    weights: {
      name: 'w',
      rows: 4,
      columns: 2,
      signed,
      bytes: Uint8Array.from(transposed ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 5, 2, 6, 3, 7, 4, 8]),
      transposed,
    },
    scales: Float32Array.of(2, 3),
    zeros: Float32Array.of(0, 1),
    bias: null,
  });
  const { weights, factors, columns, numbers } = packed([product(true, false), product(false, true)]);
  expect({ columns, numbers }).toEqual({ columns: 32, numbers: 4 });
  expect([...weights.slice(0, 5)]).toEqual([0x04030201, 0x08070605, 0x84838281, 0x88878685, 0]);
  expect([...factors.slice(4, 16)]).toEqual([3, 1, 0, 0, 2, 128, 0, 0, 3, 129, 0, 0]);
});

const cut = (product: ByteProduct, columns: number): ByteProduct => ({
  ...product,
  weights: { ...product.weights, columns },
});

it.each([
  [[], ['subgroup_id'], { halves: false, subgroups: false }],
  [['shader-f16'], [], { halves: true, subgroups: false }],
  [['subgroups'], ['subgroup_id'], { halves: false, subgroups: true }],
  // A browser that does not say which subgroup a thread is in.
  [['subgroups', 'shader-f16'], [], { halves: true, subgroups: false }],
] as const)(
  'chooses shaders by the features %j of a device and %j of the language',
  (device, language, chosen) => {
    const features = new Set<string>(device);
    expect(featuresOf({ features } as unknown as GPUDevice, new Set<string>(language))).toEqual(chosen);
  },
);
