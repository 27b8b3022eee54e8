import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { fromHalfFloats, toHalfFloats } from './half-float.ts';
import type { OnnxRuntime } from './onnx-runtime.ts';

type TensorMetadata = Extract<InferenceSession.ValueMetadata, { isTensor: true }>;
type Feeds = Record<string, Tensor>;

/** A file, or a part of a graph, that is not what the program expects. */
export const damagedModel = (name: string, cause?: unknown) =>
  new AppError(
    'model_missing',
    msg`The model file "${name}" cannot be used: it may be damaged or incompatible.`,
    { remedy: msg`Delete the model and install it again.`, cause },
  );

interface OpenOptions {
  runtime: OnnxRuntime;
  /** Name of the graph, for messages. */
  name: string;
  bytes: Uint8Array;
  /** Weights stored beside the graph, by the name the graph uses for them. */
  externalData: { path: string; data: Uint8Array }[];
  device: 'webgpu' | 'wasm';
}

/** An open ONNX graph: has its inputs and outputs and creates tensors of the right type. */
export class OnnxGraph {
  private constructor(
    private readonly session: InferenceSession,
    private readonly runtime: OnnxRuntime,
    private readonly name: string,
  ) {}

  /** @throws AppError `model_missing` if the runtime cannot run these bytes as a graph */
  static async open({ runtime, name, bytes, externalData, device }: OpenOptions): Promise<OnnxGraph> {
    try {
      const session = await runtime.InferenceSession.create(bytes, {
        executionProviders: [device],
        logSeverityLevel: 3,
        ...(externalData.length > 0 ? { externalData } : {}),
      });
      return new OnnxGraph(session, runtime, name);
    } catch (cause) {
      if (cause instanceof Error && /no available backend/i.test(cause.message)) {
        throw new AppError(
          'internal',
          msg`The speech engine cannot start in this browser (${device}): ${cause.message}`,
          { cause },
        );
      }
      throw damagedModel(name, cause);
    }
  }

  get inputNames(): readonly string[] {
    return this.session.inputNames;
  }

  get outputNames(): readonly string[] {
    return this.session.outputNames;
  }

  /** Dimensions of an input or output; -1 for dynamic ones. */
  shape(name: string): number[] {
    return this.metadata(name).shape.map((size) => (typeof size === 'number' ? size : -1));
  }

  /** A tensor for an input, of the type the graph requires. */
  tensor(inputName: string, shape: readonly number[], values: Float32Array | readonly number[]): Tensor {
    const { type } = this.metadata(inputName);
    const { Tensor } = this.runtime;
    switch (type) {
      case 'float32':
        return new Tensor(
          'float32',
          values instanceof Float32Array ? values : Float32Array.from(values),
          shape,
        );
      case 'float16':
        return new Tensor('float16', toHalfFloats(Float32Array.from(values)), shape);
      case 'int64':
        return new Tensor('int64', BigInt64Array.from(values, BigInt), shape);
      case 'int32':
        return new Tensor('int32', Int32Array.from(values), shape);
      default:
        throw damagedModel(`${this.name}: input ${inputName} of type ${type}`);
    }
  }

  /** A tensor of zeros in the input's shape, with dynamic dimensions set to 1. */
  zeros(inputName: string): Tensor {
    const shape = this.shape(inputName).map((size) => Math.max(size, 1));
    return this.tensor(inputName, shape, new Float32Array(shape.reduce((all, size) => all * size, 1)));
  }

  async run(feeds: Feeds): Promise<(output: string) => Tensor> {
    const outputs = await this.session.run(feeds);
    return (output) => {
      const tensor = outputs[output];
      if (!tensor) throw damagedModel(`${this.name}: output ${output}`);
      return tensor;
    };
  }

  async release(): Promise<void> {
    await this.session.release();
  }

  private metadata(name: string): TensorMetadata {
    const all = [...this.session.inputMetadata, ...this.session.outputMetadata];
    const found = all.find((value) => value.name === name);
    if (!found?.isTensor) throw damagedModel(`${this.name}: ${name}`);
    return found;
  }
}

/** The values of a float32 or float16 tensor. Throws AppError `model_missing` for another type. */
export function floats(tensor: Tensor): Float32Array {
  const { data, type } = tensor;
  if (data instanceof Float32Array) return data;
  if (type === 'float16') {
    // Runtimes with Float16Array give that instead of bit patterns.
    return data instanceof Uint16Array ? fromHalfFloats(data) : Float32Array.from(data as Iterable<number>);
  }
  throw damagedModel(`tensor of type ${tensor.type}`);
}
