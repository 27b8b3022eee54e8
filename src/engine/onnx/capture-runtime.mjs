/**
 * Stands in for the start script of the ONNX runtime: runs the real one and keeps what it returns, the runtime's C interface,
 * which the runtime's own package does not give away. src/engine/onnx/runtime-capture.ts says which script that is.
 */
const capture = globalThis[Symbol.for('earshot.captured-runtime')];

export default async function start(config) {
  const { default: startRuntime } = await import(/* @vite-ignore */ capture.script);
  capture.module = await startRuntime(config);
  return capture.module;
}
