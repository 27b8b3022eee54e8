import { type ChoiceTokens, choiceShader, MOST_CANDIDATES, SHARES, shareShader } from './choice-shaders.ts';
import type { StepMemory } from './gpu-memory.ts';
import type { GpuShape } from './gpu-shape.ts';
import type { GpuProduct, GpuWeights } from './gpu-weights.ts';
import { productShader, tileOf } from './product-shader.ts';
import { appended, attentionShader, curved, heard, readShader, stored } from './step-shaders.ts';

/** Positions of a window that are multiplied together. */
const WINDOW_ROWS = 16;

/** A compiled shader with what it reads and writes. */
interface Pass {
  pipeline: GPUComputePipeline;
  bindings: GPUBindGroup;
  groups: readonly [number, number];
}

export interface PassOptions {
  shape: GpuShape;
  weights: GpuWeights;
  memory: StepMemory;
  tokens: ChoiceTokens;
  epsilon: number;
}

/** Compiles the shaders of a step for so many lanes when they are first needed, and puts them in their order. */
export class StepPasses {
  readonly #device: GPUDevice;
  readonly #options: PassOptions;
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();
  readonly #steps = new Map<number, Promise<Pass[]>>();
  readonly #readySteps = new Map<number, Pass[]>();
  readonly #choices = new Map<string, Promise<Pass[]>>();
  readonly #readyChoices = new Map<string, Pass[]>();
  #window: GPUComputePipeline | null = null;

  constructor(device: GPUDevice, options: PassOptions) {
    this.#device = device;
    this.#options = options;
  }

  /**
   * Compiles missing shaders, for one token or for `most` (a power of two) read together; returns lanes of the step.
   */
  async prepare(lanes: number, most: number, candidates: number): Promise<number> {
    const count = lanes > 1 ? most : 1;
    const rounds = roundsOf(candidates);
    const key = `${count}/${rounds}`;
    const steps = this.#steps.get(count) ?? this.#compileStep(count);
    this.#steps.set(count, steps);
    const choices = this.#choices.get(key) ?? this.#compileChoice(count, rounds);
    this.#choices.set(key, choices);
    this.#readySteps.set(count, await steps);
    this.#readyChoices.set(key, await choices);
    return count;
  }

  async prepareWindow(): Promise<void> {
    const { shape, weights } = this.#options;
    const [layer] = weights.layers;
    if (!layer) return;
    this.#window = await this.#product(layer.audio, WINDOW_ROWS, null, heard(shape));
  }

  /** Adds a prepared step to an encoder, with the choice of so many candidates, or with none. @returns its dispatches */
  step(
    encoder: GPUCommandEncoder,
    count: number,
    { candidates, withScores }: { candidates: number; withScores: boolean },
  ): number {
    const all = this.#readySteps.get(count) ?? [];
    const choices = candidates > 0 ? (this.#readyChoices.get(`${count}/${roundsOf(candidates)}`) ?? []) : [];
    // The scores behind a token in the middle are not needed.
    const steps = candidates > 0 || withScores ? all : all.slice(0, -1);
    return run(encoder, [...steps, ...choices]);
  }

  /** Adds the keys and values of a window. @returns its dispatches */
  addAudio(encoder: GPUCommandEncoder, hidden: GPUBuffer, positions: number): number {
    const { weights, memory } = this.#options;
    const pipeline = this.#window;
    if (!pipeline) throw new Error('The shaders of a window are not compiled.');
    return run(
      encoder,
      weights.layers.map(({ audio }, index) => ({
        pipeline,
        bindings: this.#bound(pipeline, [
          hidden,
          audio.weights,
          audio.factors,
          null,
          at(memory.audioKeys, index),
          at(memory.audioValues, index),
          memory.window,
        ]),
        groups: [audio.columns / tileOf(audio.columns), Math.ceil(positions / WINDOW_ROWS)] as const,
      })),
    );
  }

  async #compileStep(count: number): Promise<Pass[]> {
    const { shape, weights, memory, epsilon } = this.#options;
    const { heads, width, inner, vocabulary } = shape;
    const pass = async (
      pipeline: Promise<GPUComputePipeline>,
      buffers: readonly (GPUBuffer | null)[],
      groups: readonly [number, number],
    ): Promise<Pass> => {
      const compiled = await pipeline;
      return { pipeline: compiled, bindings: this.#bound(compiled, buffers), groups };
    };
    const product = (
      from: GPUBuffer,
      by: GpuProduct,
      {
        norm,
        how,
        to,
      }: { norm?: GPUBuffer; how: { declarations: string; store: string }; to: readonly GPUBuffer[] },
    ) =>
      pass(
        this.#product(by, count, norm ? epsilon : null, how),
        [from, by.weights, by.factors, norm ?? null, ...to],
        [by.columns / tileOf(by.columns), 1],
      );
    const passes = [
      pass(
        this.#compiled(readShader(shape, weights.scores.columns)),
        [
          memory.lanes,
          memory.rows,
          weights.scores.weights,
          weights.scores.factors,
          weights.positions,
          memory.now,
          memory.hidden,
        ],
        [count, 1],
      ),
    ];
    for (const [index, layer] of weights.layers.entries()) {
      const cache = [at(memory.textKeys, index), at(memory.textValues, index)];
      const audio = [at(memory.audioKeys, index), at(memory.audioValues, index)];
      passes.push(
        product(memory.hidden, layer.query, {
          norm: layer.selfNorm,
          how: appended(shape),
          to: [memory.query, ...cache, memory.now],
        }),
        pass(
          this.#compiled(attentionShader(shape, 'text')),
          [memory.query, ...cache, memory.now, memory.context, memory.ancestors],
          [heads, count],
        ),
        product(memory.context, layer.selfOut, { how: stored(width, '+='), to: [memory.hidden] }),
        product(memory.hidden, layer.crossQuery, {
          norm: layer.crossNorm,
          how: stored(width, '='),
          to: [memory.query],
        }),
        pass(
          this.#compiled(attentionShader(shape, 'audio')),
          [
            memory.query,
            ...audio,
            memory.now,
            memory.context,
            memory.lengths,
            at(memory.alignedHeads, index),
            memory.kept,
          ],
          [heads, count],
        ),
        product(memory.context, layer.crossOut, { how: stored(width, '+='), to: [memory.hidden] }),
        product(memory.hidden, layer.up, { norm: layer.norm, how: curved(inner), to: [memory.inner] }),
        product(memory.inner, layer.down, { how: stored(width, '+='), to: [memory.hidden] }),
      );
    }
    passes.push(
      product(memory.hidden, weights.scores, {
        norm: weights.norm,
        how: stored(vocabulary, '='),
        to: [memory.scores],
      }),
    );
    return Promise.all(passes);
  }

  async #compileChoice(count: number, rounds: number): Promise<Pass[]> {
    const { shape, memory, tokens } = this.#options;
    const [share, choice] = await Promise.all([
      this.#compiled(shareShader(shape, tokens, rounds)),
      this.#compiled(choiceShader(shape, tokens, rounds)),
    ]);
    const common = [memory.lanes, memory.now, memory.rows, memory.scores];
    return [
      {
        pipeline: share,
        bindings: this.#bound(share, [...common, memory.suppressed, memory.shares]),
        groups: [SHARES, count],
      },
      {
        pipeline: choice,
        bindings: this.#bound(choice, [...common, memory.shares, memory.choices]),
        groups: [count, 1],
      },
    ];
  }

  #product(
    { numbers, columns }: GpuProduct,
    rows: number,
    epsilon: number | null,
    how: { enables?: string; declarations: string; store: string },
  ): Promise<GPUComputePipeline> {
    return this.#compiled(productShader({ rows, numbers, columns, epsilon, ...how }));
  }

  #compiled(code: string): Promise<GPUComputePipeline> {
    const known = this.#pipelines.get(code);
    if (known) return known;
    const module = this.#device.createShaderModule({ code });
    const compiled = this.#device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
    this.#pipelines.set(code, compiled);
    return compiled;
  }

  /** @param buffers by their binding; null for one that the shader does without */
  #bound(pipeline: GPUComputePipeline, buffers: readonly (GPUBuffer | null)[]): GPUBindGroup {
    return this.#device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: buffers.flatMap((buffer, binding) => (buffer ? [{ binding, resource: { buffer } }] : [])),
    });
  }
}

/** Two sets of shaders: for the likeliest token, and for as many as any search asks for. */
const roundsOf = (candidates: number): number => (candidates > 1 ? MOST_CANDIDATES : 1);

function run(encoder: GPUCommandEncoder, passes: readonly Pass[]): number {
  const pass = encoder.beginComputePass();
  for (const { pipeline, bindings, groups } of passes) {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindings);
    pass.dispatchWorkgroups(groups[0], groups[1]);
  }
  pass.end();
  return passes.length;
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new RangeError(`There is no layer ${index}.`);
  return value;
}
