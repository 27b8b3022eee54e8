import type { WhisperConfig } from '../../asr/whisper/whisper-config.ts';
import type { DecoderLayout } from '../stepping/decoder-layout.ts';
import type { GpuFeatures } from './gpu-features.ts';

/** Threads that share the attention of one head. */
export const ATTENTION_THREADS = 128;
/** A place that is not used. */
export const NONE = 0xffffffff;
/** Columns of a product are a multiple of this, so that each group of threads has the same work. */
export const COLUMN_UNIT = 32;

/** Sizes and features that the shaders are made for. */
export interface GpuShape extends GpuFeatures {
  layers: number;
  heads: number;
  /** Values of a position in one head. */
  size: number;
  /** Numbers of a token: heads × size. */
  width: number;
  /** Columns of the widest product of a layer. */
  inner: number;
  vocabulary: number;
  /** Most tokens of a text. */
  textPositions: number;
  /** Most positions of a window. */
  audioPositions: number;
  /** Heads of which the cross attention is kept. */
  aligned: number;
  /** Texts that there is room for. */
  rows: number;
  /** Windows that there is room for. */
  windows: number;
}

/** The layout is not one that the shaders compute. */
export class GpuShapeError extends Error {}

/** Throws GpuShapeError, with the name of what does not fit. */
export function shapeOf(
  layout: DecoderLayout,
  config: WhisperConfig,
  room: { rows: number; windows: number } & GpuFeatures,
): GpuShape {
  const { layers, heads, headSize: size, textPositions, audioPositions } = config;
  const width = heads * size;
  const inner = layout.layers[0]?.up.weights.columns ?? 0;
  const isOf = (rows: number, columns: number, given: { rows: number; columns: number }) =>
    given.rows === rows && given.columns === columns;
  const refusals: [name: string, isRefused: boolean][] = [
    ['layers', layout.layers.length !== layers],
    ['head size', size % 4 !== 0 || ATTENTION_THREADS % (size / 4) !== 0],
    ['width', layout.tokens.size !== width || width % COLUMN_UNIT !== 0],
    ['inner size', inner === 0 || inner % COLUMN_UNIT !== 0],
    ['audio positions', audioPositions % 2 !== 0],
    ['scores', layout.scores.weights.rows !== width],
    ['token table', layout.tokens.name !== layout.scores.weights.name || !layout.scores.weights.transposed],
    [
      'products',
      !layout.layers.every(
        ({ query, key, value, selfOut, crossQuery, crossOut, up, down }) =>
          [query, key, value, selfOut, crossQuery, crossOut].every(({ weights }) =>
            isOf(width, width, weights),
          ) &&
          isOf(width, inner, up.weights) &&
          isOf(inner, width, down.weights),
      ),
    ],
  ];
  const refused = refusals.find(([, isRefused]) => isRefused);
  if (refused) throw new GpuShapeError(`The decoder's ${refused[0]} cannot be computed on the GPU.`);
  return {
    layers,
    heads,
    size,
    width,
    inner,
    vocabulary: layout.scores.weights.columns,
    textPositions,
    audioPositions,
    aligned: config.alignment?.heads.length ?? 0,
    ...room,
  };
}
