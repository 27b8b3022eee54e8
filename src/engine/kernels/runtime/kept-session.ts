import type { InferenceSession } from 'onnxruntime-web';
import { type AnyTensor, type RuntimeMemory, RuntimeValue } from './runtime-memory.ts';

type PlainSession = Pick<InferenceSession, 'release' | 'inputNames' | 'outputNames' | 'inputMetadata'>;

/** A session whose outputs remain in the runtime's memory as inputs of the next run; the package would copy all. */
export class KeptSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputMetadata: PlainSession['inputMetadata'];
  readonly #session: PlainSession;
  readonly #handle: number;
  readonly #memory: RuntimeMemory;
  readonly #keeps: (output: string) => boolean;
  /** Names in the runtime's memory. */
  readonly #names = new Map<string, number>();

  /** @param keeps whether an output remains in `memory`, which is the session's, until it is disposed of */
  constructor(session: PlainSession, memory: RuntimeMemory, keeps: (output: string) => boolean) {
    const handle = handleOf(session);
    if (handle === null) throw new Error('This session has no handle.');
    this.#session = session;
    this.#handle = handle;
    this.#memory = memory;
    this.#keeps = keeps;
    this.inputNames = session.inputNames;
    this.outputNames = session.outputNames;
    this.inputMetadata = session.inputMetadata;
  }

  async run(
    feeds: Readonly<Record<string, AnyTensor>>,
    outputs: readonly string[],
  ): Promise<Record<string, AnyTensor>> {
    const passing: RuntimeValue[] = [];
    try {
      const inputs: [string, number][] = [];
      for (const [name, tensor] of Object.entries(feeds)) {
        const value = tensor instanceof RuntimeValue ? tensor : await this.#memory.store(tensor);
        if (value !== tensor) passing.push(value);
        inputs.push([name, value.handle]);
      }
      return this.#results(outputs, await this.#run(inputs, outputs));
    } finally {
      for (const value of passing) value.dispose();
    }
  }

  async release(): Promise<void> {
    for (const pointer of this.#names.values()) this.#memory.module._free(pointer);
    this.#names.clear();
    await this.#session.release();
  }

  /** Handles of the outputs. */
  async #run(inputs: readonly (readonly [string, number])[], outputs: readonly string[]): Promise<number[]> {
    const { module } = this.#memory;
    const stack = module.stackSave();
    try {
      const list = (values: readonly number[]) => {
        const pointer = module.stackAlloc(values.length * module.PTR_SIZE);
        for (const [index, value] of values.entries()) module.setValue(pointer + 4 * index, value, '*');
        return pointer;
      };
      const results = list(outputs.map(() => 0));
      const running = module._OrtRun(
        this.#handle,
        list(inputs.map(([name]) => this.#name(name))),
        list(inputs.map(([, handle]) => handle)),
        inputs.length,
        list(outputs.map((name) => this.#name(name))),
        outputs.length,
        results,
        0,
      );
      // Without a promise, the stack is restored before anything else can use it.
      const code = typeof running === 'number' ? running : await running;
      if (code !== 0) throw this.#memory.lastError('The ONNX runtime failed.');
      return outputs.map((_, index) => module.getValue(results + 4 * index, '*'));
    } finally {
      module.stackRestore(stack);
    }
  }

  #results(outputs: readonly string[], handles: readonly number[]): Record<string, AnyTensor> {
    const results: Record<string, AnyTensor> = {};
    for (const [index, name] of outputs.entries()) {
      const value = this.#memory.adopt(handles[index] ?? 0);
      results[name] = this.#keeps(name) ? value : copiedOut(value);
    }
    return results;
  }

  #name(text: string): number {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const { module } = this.#memory;
    const bytes = module.lengthBytesUTF8(text) + 1;
    const pointer = module._malloc(bytes);
    if (pointer === 0) throw new RangeError(`The ONNX runtime could not allocate ${bytes} bytes.`);
    module.stringToUTF8(text, pointer, bytes);
    this.#names.set(text, pointer);
    return pointer;
  }
}

/** The runtime's number for a session, which its package keeps behind the session's interface; null if it is not there. */
export function handleOf(session: object): number | null {
  const handler: unknown = Reflect.get(session, 'handler');
  if (typeof handler !== 'object' || handler === null) return null;
  const id: unknown = Reflect.get(handler, 'sessionId');
  return typeof id === 'number' && id > 0 ? id : null;
}

function copiedOut(value: RuntimeValue): AnyTensor {
  const data = value.copy();
  value.dispose();
  const { type, dims } = value;
  return { type, dims, location: 'cpu', getData: async () => data, dispose: () => undefined };
}
