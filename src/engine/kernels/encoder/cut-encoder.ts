import type { OnnxNode } from '../graphs/edit-graph.ts';
import { OtherGraphError } from '../graphs/other-graph-error.ts';
import { CuttableGraph } from '../graphs/part-of-graph.ts';

const FEATURES = 'input_features';
const RESULT = 'last_hidden_state';
/** Less than any level. */
const CONSTANT = Number.NEGATIVE_INFINITY;
const SHAPES: ReadonlySet<string> = new Set(['Reshape', 'Transpose', 'Squeeze', 'Unsqueeze', 'Identity']);
/** More nodes than an attention has: it depends on something else. */
const MOST_NODES = 60;

/** An attention that was taken out of an encoder: names of tensors, all 1 × positions × (heads × size). */
export interface CutAttention {
  query: string;
  keys: string;
  values: string;
  /** What it gives. */
  context: string;
}

/** An encoder in parts, between which its attentions are computed. */
export interface CutEncoder {
  /** Models that are run in order: one more than there are attentions. */
  parts: readonly { model: Uint8Array; inputs: readonly string[]; outputs: readonly string[] }[];
  attentions: readonly CutAttention[];
  /** A model of the first attention alone, to compare another computation with. It reads only the shapes of other inputs. */
  attention: Uint8Array;
}

/** Cuts a Whisper encoder (ONNX) at its attentions; null if the graph is built otherwise. */
export function cutEncoder(model: Uint8Array): CutEncoder | null {
  try {
    return cut(new CuttableGraph(model));
  } catch {
    // An unreadable file ends here, too: the runtime reports it at opening.
    return null;
  }
}

function cut(graph: CuttableGraph): CutEncoder {
  const attentions = graph.nodes
    .filter(({ opType }) => opType === 'Softmax')
    .map((softmax) => attentionAround(graph, softmax));
  const [first] = attentions;
  if (!first) throw new OtherGraphError('attentions');
  const inside = attentions.map(
    ({ query, keys, values, context }) => graph.between([query, keys, values], [context], true).nodes,
  );
  if (inside.some(({ size }) => size > MOST_NODES)) throw new OtherGraphError('attention');
  const levels = levelsOf(graph, attentions);
  const carriedInto = carriedBetween(
    graph,
    attentions,
    levels,
    new Set(inside.flatMap((nodes) => [...nodes])),
  );
  const parts = [...attentions, null].map((attention, level) => {
    const wanted = attention ? [attention.query, attention.keys, attention.values] : [RESULT];
    const carried = carriedInto(level + 1).filter((name) => levels.get(name) === level);
    const outputs = [...new Set([...wanted, ...carried])];
    const before = attentions[level - 1];
    const inputs = before ? [...new Set([before.context, ...carriedInto(level)])] : [];
    return { model: graph.part(inputs, outputs), inputs, outputs };
  });
  const { query, keys, values, context } = first;
  return { parts, attentions, attention: graph.part([query, keys, values], [context], true) };
}

function attentionAround(graph: CuttableGraph, softmax: OnnxNode): CutAttention {
  const scores = graph.producer(beforeShapes(graph, softmax.inputs[0] ?? ''));
  const weighed = graph.readers(softmax.outputs[0] ?? '');
  const [product] = weighed;
  if (scores?.opType !== 'MatMul' || product?.opType !== 'MatMul' || weighed.length !== 1)
    throw new OtherGraphError('attention');
  const [query = '', keys = ''] = scores.inputs;
  return {
    query: beforeShapes(graph, query),
    keys: beforeShapes(graph, keys),
    values: beforeShapes(graph, product.inputs[1] ?? ''),
    context: behindShapes(graph, product.outputs[0] ?? ''),
  };
}

/** What a tensor was before it was brought into another shape. */
function beforeShapes(graph: CuttableGraph, name: string): string {
  const node = graph.producer(name);
  if (!node) throw new OtherGraphError('attention');
  if (SHAPES.has(node.opType)) return beforeShapes(graph, node.inputs[0] ?? '');
  return name;
}

function behindShapes(graph: CuttableGraph, name: string): string {
  const [reader, ...others] = graph.readers(name);
  if (!reader || others.length > 0 || !SHAPES.has(reader.opType)) return name;
  return behindShapes(graph, reader.outputs[0] ?? '');
}

/** Behind how many attentions each tensor is that depends on the audio. */
function levelsOf(graph: CuttableGraph, attentions: readonly CutAttention[]): Map<string, number> {
  const levels = new Map(attentions.map(({ context }, index) => [context, index + 1]));
  levels.set(FEATURES, 0);
  // Nodes come in an order in which what they read is there.
  for (const { inputs, outputs } of graph.nodes) {
    const level = Math.max(...inputs.map((input) => levels.get(input) ?? CONSTANT));
    if (level === CONSTANT) continue;
    for (const output of outputs) if (!levels.has(output)) levels.set(output, level);
  }
  return levels;
}

/** What is computed before a level and read there or later; the nodes `inside` attentions are in no part. */
function carriedBetween(
  graph: CuttableGraph,
  attentions: readonly CutAttention[],
  levels: ReadonlyMap<string, number>,
  inside: ReadonlySet<OnnxNode>,
): (level: number) => string[] {
  const outside = graph.nodes.filter((node) => !inside.has(node));
  const given = new Set([FEATURES, ...attentions.map(({ context }) => context)]);
  return (level) => {
    const reading = outside.filter(({ outputs: [output = ''] }) => (levels.get(output) ?? 0) >= level);
    const isBefore = (input: string) => (levels.get(input) ?? level) < level && !given.has(input);
    return [...new Set(reading.flatMap(({ inputs }) => inputs).filter(isBefore))];
  };
}
