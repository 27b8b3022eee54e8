/**
 * The door of the kernels for what runs models: sessions whose outputs remain in the runtime's memory, Whisper's encoder and decoder steps by
 * kernels, and tensors of either kind. It loads transformers.js.
 */
export { EditedGraphs, type EncoderEdit } from './edited-graphs.ts';
export { keptTogether } from './runtime/kept-sessions.ts';
export {
  boolTensor,
  floatTensorFor,
  gatherRows,
  int64Tensor,
  keepFirst,
  type OrtSession,
  type OrtTensor,
  readFloats,
  readLastFloats,
} from './runtime/onnx-sessions.ts';
export type { StepDecoder } from './stepping/step-decoder.ts';
