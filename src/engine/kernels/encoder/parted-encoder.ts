import { seededRandom } from '../../../lib/seeded-random.ts';
import { BYTES_PER_FLOAT, type KernelMemory } from '../kernel-memory.ts';
import type { OrtSession, OrtTensor } from '../runtime/onnx-sessions.ts';
import { type RuntimeMemory, RuntimeValue } from '../runtime/runtime-memory.ts';
import type { CutAttention, CutEncoder } from './cut-encoder.ts';

/** Positions of an attention that is compared with the graph's. */
const COMPARED_POSITIONS = 20;
/** Largest difference of a result, of its largest number: queries, keys and values are rounded to 12 bits. */
const MOST_DIFFERENCE = 0.01;

export interface AttentionShape {
  heads: number;
  /** Values of a position in one head. */
  size: number;
}

/** Where the runtime's values and the kernels' numbers are. */
interface Memories {
  memory: RuntimeMemory;
  kernels: KernelMemory;
}

/**
 * An encoder whose attentions our kernels compute: the graph's order of products suits large matrices, not a head's.
 */
export class PartedEncoder implements OrtSession {
  readonly inputNames: OrtSession['inputNames'];
  readonly outputNames: OrtSession['outputNames'];
  readonly inputMetadata: OrtSession['inputMetadata'];
  readonly #sessions: readonly OrtSession[];
  readonly #cut: CutEncoder;
  readonly #shape: AttentionShape;
  readonly #memories: Memories;

  /** @param sessions of the encoder's parts, whose outputs remain in the runtime's memory */
  constructor(sessions: readonly OrtSession[], cut: CutEncoder, shape: AttentionShape, memories: Memories) {
    const [first] = sessions;
    if (!first) throw new Error('The encoder has no parts.');
    this.inputNames = first.inputNames;
    this.inputMetadata = first.inputMetadata;
    this.outputNames = sessions.at(-1)?.outputNames ?? [];
    this.#sessions = sessions;
    this.#cut = cut;
    this.#shape = shape;
    this.#memories = memories;
  }

  async run(
    feeds: Readonly<Record<string, OrtTensor>>,
    outputs: readonly string[],
  ): Promise<Readonly<Record<string, OrtTensor>>> {
    // What the parts and the attentions gave, as long as a later part reads it.
    const given = new Map<string, OrtTensor>();
    try {
      for (const [index, session] of this.#sessions.entries()) {
        const { outputs: read = [] } = this.#cut.parts[index] ?? {};
        const wanted = index === this.#sessions.length - 1 ? outputs : read;
        const inputs = session.inputNames.map(
          (name) => [name, feeds[name] ?? required(given, name)] as const,
        );
        const results = await session.run(Object.fromEntries(inputs), wanted);
        for (const [name, tensor] of Object.entries(results)) given.set(name, tensor);
        const attention = this.#cut.attentions[index];
        if (!attention) continue;
        given.set(attention.context, attendTo(attention, given, this.#shape, this.#memories));
        const later = new Set(this.#cut.parts.slice(index + 1).flatMap((part) => part.inputs));
        for (const [name, tensor] of given) {
          if (later.has(name)) continue;
          tensor.dispose();
          given.delete(name);
        }
      }
      const results = outputs.map((name) => [name, required(given, name)] as const);
      for (const name of outputs) given.delete(name);
      return Object.fromEntries(results);
    } finally {
      for (const tensor of given.values()) tensor.dispose();
    }
  }

  async release(): Promise<void> {
    for (const session of this.#sessions) await session.release();
  }
}

/** Throws Error if the kernels give something else than the graph's own attention, of a few positions. */
export async function compareAttention(
  session: OrtSession,
  attention: CutAttention,
  { heads, size }: AttentionShape,
  { memory, kernels }: Memories,
): Promise<void> {
  const random = seededRandom(1);
  const width = heads * size;
  const feeds = session.inputNames.map((name) => {
    const value = memory.create('float32', [1, COMPARED_POSITIONS, width]);
    const numbers = Float32Array.from({ length: COMPARED_POSITIONS * width }, () => random() - 0.5);
    value.bytes().set(new Uint8Array(numbers.buffer));
    return [name, value] as const;
  });
  const given = new Map<string, OrtTensor>(feeds);
  try {
    const { [attention.context]: result } = await session.run(Object.fromEntries(feeds), [attention.context]);
    if (!(result instanceof RuntimeValue)) throw new Error('The attention gave nothing.');
    given.set(attention.context, result);
    const own = attendTo(attention, given, { heads, size }, { memory, kernels });
    given.set('', own);
    const wanted = new Float32Array(result.copy().buffer);
    const found = new Float32Array(own.copy().buffer);
    const most = wanted.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    const off = wanted.reduce(
      (largest, value, at) => Math.max(largest, Math.abs(value - (found[at] ?? Number.NaN))),
      0,
    );
    if (wanted.length !== found.length || !(off <= most * MOST_DIFFERENCE))
      throw new Error('The attention of this encoder is another one.');
  } finally {
    for (const tensor of given.values()) tensor.dispose();
  }
}

function attendTo(
  { query, keys, values }: CutAttention,
  known: ReadonlyMap<string, OrtTensor>,
  { heads, size }: AttentionShape,
  { memory, kernels }: Memories,
): RuntimeValue {
  const [asked, compared, taken] = [query, keys, values].map((name) => {
    const tensor = required(known, name);
    if (!(tensor instanceof RuntimeValue)) throw new Error(`"${name}" is not in the memory of the runtime.`);
    return tensor;
  });
  const [, positions = 0, width] = asked?.dims ?? [];
  if (!asked || !compared || !taken || width !== heads * size)
    throw new Error('The attention has another shape.');
  const context = memory.create('float32', asked.dims);
  const scratch = kernels.allocate(kernels.kernels.attentionRoom(size, positions));
  try {
    for (let head = 0; head < heads; head += 1) {
      const at = head * size * BYTES_PER_FLOAT;
      kernels.kernels.attendAll(
        asked.pointer + at,
        compared.pointer + at,
        taken.pointer + at,
        context.pointer + at,
        width * BYTES_PER_FLOAT,
        1,
        scratch,
        size,
        positions,
      );
    }
    return context;
  } catch (error) {
    context.dispose();
    throw error;
  } finally {
    kernels.free(scratch);
  }
}

function required(tensors: ReadonlyMap<string, OrtTensor>, name: string): OrtTensor {
  const tensor = tensors.get(name);
  if (!tensor) throw new Error(`The encoder lacks "${name}".`);
  return tensor;
}
