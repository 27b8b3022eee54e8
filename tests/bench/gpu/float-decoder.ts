import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { editGraph } from '../../../src/engine/kernels/graphs/edit-graph.ts';
import { withFloatProducts } from '../../../src/engine/kernels/graphs/float-products.ts';
import {
  ATTRIBUTE,
  contentOf,
  contentsOf,
  DATA_TYPE,
  type Field,
  fieldsOf,
  GRAPH,
  MODEL,
  NODE,
  TENSOR,
  textOf,
} from '../../../src/engine/kernels/graphs/onnx-fields.ts';
import {
  type Branch,
  readBranch,
  type StoredTensor,
} from '../../../src/engine/kernels/graphs/read-branch.ts';
import type { OrtSession } from '../../../src/engine/kernels/sessions.ts';
import { transformersRuntime } from '../../../src/engine/onnx/transformers-runtime.ts';
import { joinBytes } from '../../../src/lib/bytes/byte-source.ts';

type BranchName = 'then_branch' | 'else_branch';

/** A merged decoder of bytes whose weights are unpacked to floats, on the CPU: what a decoder on the GPU is compared with. */
export async function openFloatDecoder(merged: Uint8Array): Promise<OrtSession> {
  const first = await openBranch(merged, 'else_branch');
  const next = await openBranch(merged, 'then_branch');
  return {
    ...first,
    async release() {
      await first.release();
      await next.release();
    },
    async run(feeds, outputs) {
      const [goesOn] = (await feeds.use_cache_branch?.getData()) ?? [];
      return (goesOn ? next : first).run(feeds, outputs);
    },
  };
}

async function openBranch(merged: Uint8Array, name: BranchName): Promise<OrtSession> {
  const { model, outputs: names } = floatBranch(merged, name);
  const session = await transformersRuntime().InferenceSession.create(model, {
    executionProviders: ['wasm'],
  });
  const { inputNames, inputMetadata } = session;
  return {
    inputNames,
    inputMetadata,
    outputNames: [...names.keys()],
    release: () => session.release(),
    async run(feeds, wanted) {
      const own = Object.entries(feeds).filter(([input]) => inputNames.includes(input));
      const given = await session.run(
        Object.fromEntries(own) as Parameters<typeof session.run>[0],
        wanted.map((output) => names.get(output) ?? output),
      );
      return Object.fromEntries(
        wanted.flatMap((output) => {
          const tensor = given[names.get(output) ?? output];
          return tensor ? [[output, tensor]] : [];
        }),
      );
    },
  };
}

/** A branch of a merged decoder as a model of its own, with floats as weights, and what it calls the outputs of the merged one. */
export function floatBranch(merged: Uint8Array, name: BranchName) {
  const branch = readBranch(merged, name);
  if (!branch) throw new Error(`The decoder has no ${name}.`);
  const turned = branch.nodes.filter(
    ({ opType, inputs }) => opType === 'Transpose' && branch.tensors.get(inputs[0] ?? '')?.dims.length === 2,
  );
  const own = ownModel(
    merged,
    name,
    turned.map((node) => turnedTensor(node, branch)),
  );
  const replaced = new Map(turned.map(({ outputs }) => [outputs[0] ?? '', []]));
  const model = withFloatProducts(editGraph(own, { replaced, added: [] }));
  if (!model) throw new Error(`The ${name} has no products of bytes.`);
  return { model, outputs: branch.outputs };
}

/** The branch's nodes with the inputs and weights of the graph around it. */
function ownModel(merged: Uint8Array, name: string, added: readonly Uint8Array[]): Uint8Array {
  const outer = [...fieldsOf(contentOf(merged, MODEL.graph))];
  const isIf = ({ number, value }: Field) => number === GRAPH.node && textOf(value, NODE.opType) === 'If';
  const [inner = new Uint8Array()] = outer
    .filter(isIf)
    .flatMap(({ value }) => contentsOf(value, NODE.attribute))
    .filter((attribute) => textOf(attribute, ATTRIBUTE.name) === name)
    .map((attribute) => contentOf(attribute, ATTRIBUTE.graph));
  const dropped: readonly number[] = [GRAPH.output, GRAPH.valueInfo, GRAPH.name];
  const kept = outer.filter((part) => !isIf(part) && !dropped.includes(part.number));
  const others = [...fieldsOf(merged)].filter(({ number }) => number !== MODEL.graph);
  return joinBytes([
    ...others.map(({ whole }) => whole),
    ...message(MODEL.graph, [...kept.map(({ whole }) => whole), ...added, inner]),
  ]);
}

/** The stored bytes that a node would turn, turned, under the name of its output. */
function turnedTensor({ inputs, outputs }: Branch['nodes'][number], { tensors }: Branch): Uint8Array {
  const { dims, bytes } = tensors.get(inputs[0] ?? '') as StoredTensor;
  const [rows = 0, columns = 0] = dims;
  const values = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      values[column * rows + row] = bytes[row * columns + column] ?? 0;
  const head = new BinaryWriter();
  for (const size of [columns, rows]) head.tag(TENSOR.dims, WireType.Varint).int64(size);
  head.tag(TENSOR.dataType, WireType.Varint).int32(DATA_TYPE.uint8);
  head.tag(TENSOR.name, WireType.LengthDelimited).string(outputs[0] ?? '');
  return joinBytes(message(GRAPH.initializer, [head.finish(), ...message(TENSOR.rawData, [values])]));
}

/** A field with the bytes of its parts, which are not copied. */
function message(number: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [new BinaryWriter().tag(number, WireType.LengthDelimited).uint32(length).finish(), ...parts];
}
