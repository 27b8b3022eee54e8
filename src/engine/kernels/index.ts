/**
 * The door of the kernels for all that needs no library: graphs of ONNX files are read, edited and made, and the runtime is captured, so that
 * its memory can be used; the states of a decoder are released. Nothing outside imports another file of this folder, but `sessions.ts`.
 */

export { GpuStepError } from './gpu/gpu-step-error.ts';
export type { GpuBranches, GpuText, GpuTexts, GpuWindow } from './gpu/gpu-texts.ts';
export { buildGraph, type NewNode, type NewWeight } from './graphs/build-graph.ts';
export { withByteProducts } from './graphs/byte-products.ts';
export { editGraph, type OnnxNode, readGraph } from './graphs/edit-graph.ts';
export { withLastScores } from './graphs/last-scores.ts';
export { readBranch, type StoredTensor } from './graphs/read-branch.ts';
export { captureRuntime, compileAhead, isCaptured, watchRuntime } from './runtime/runtime-capture.ts';
export type { Continuation } from './stepping/continuation.ts';
export { type DecoderState, releaseState, releaseTensors, releaseText } from './stepping/decoder-state.ts';
