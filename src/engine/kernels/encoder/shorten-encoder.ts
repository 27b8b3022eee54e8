import { editGraph, type OnnxNode, readGraph } from '../graphs/edit-graph.ts';

/** Names that no exporter uses. */
const LENGTH = 'short_audio.length';
const POSITIONS = 'short_audio.positions';
const FIRST = 'short_audio.first';
const SECOND = 'short_audio.second';
const THIRD = 'short_audio.third';
const TIME_AXIS = 'short_audio.time_axis';

/** Axis of the time in 1 × mels × frames; below, in 1 × positions × size. */
const FRAMES_DIMENSION = 2;
const POSITIONS_DIMENSION = 1;

/**
 * A Whisper encoder that takes features of any length up to 30 s: the table of positions, which published graphs add as
 * a whole, is cut to the features' length. With 30 s the result is the same.
 *
 * @param model encoder in ONNX format
 * @returns null if the graph is built otherwise
 */
export function shortenEncoder(model: Uint8Array): Uint8Array | null {
  try {
    return shortened(model);
  } catch {
    // An unreadable file is not a model; the runtime reports that when it opens it.
    return null;
  }
}

function shortened(model: Uint8Array): Uint8Array | null {
  const addition = positionsAdded(readGraph(model).nodes);
  if (!addition) return null;
  const { node, frames, positions } = addition;
  const inputs = node.inputs.map((input) => (input === positions ? POSITIONS : input));
  const nodes: OnnxNode[] = [
    { opType: 'Shape', inputs: [frames], outputs: [`${LENGTH}.shape`] },
    { opType: 'Slice', inputs: [`${LENGTH}.shape`, SECOND, THIRD, FIRST], outputs: [LENGTH] },
    { opType: 'Slice', inputs: [positions, FIRST, LENGTH, TIME_AXIS], outputs: [POSITIONS] },
    { opType: 'Add', inputs, outputs: node.outputs },
  ];
  const integer = (name: string, value: bigint) => ({ name, dims: [1], values: BigInt64Array.of(value) });
  const constants = [
    integer(FIRST, 0n),
    integer(SECOND, 1n),
    integer(THIRD, 2n),
    // The table is positions × size, with or without a batch before it.
    integer(TIME_AXIS, -2n),
  ];
  const freed = new Map([
    ['input_features', FRAMES_DIMENSION],
    ['last_hidden_state', POSITIONS_DIMENSION],
  ]);
  return editGraph(model, { replaced: new Map([[node.outputs[0] ?? '', nodes]]), added: constants, freed });
}

/** The node that adds the positions to the transposed output of two convolutions, 1 × frames × size. */
function positionsAdded(
  nodes: readonly OnnxNode[],
): { node: OnnxNode; frames: string; positions: string } | null {
  const convolutions = nodes.filter(({ opType }) => opType.startsWith('Conv'));
  const second = convolutions[1];
  if (!second || convolutions.length > 2) return null;
  const after = nodes.slice(nodes.indexOf(second));
  const frames = after.find(({ opType }) => opType === 'Transpose')?.outputs[0];
  const users = nodes.filter(({ inputs }) => frames !== undefined && inputs.includes(frames));
  const [node] = users;
  if (frames === undefined || users.length !== 1 || node?.opType !== 'Add') return null;
  const positions = node.inputs.find((input) => input !== frames);
  return positions === undefined ? null : { node, frames, positions };
}
