/**
 * Stands in for the start script of the ONNX runtime: runs the real one and keeps what it returns, the runtime's C interface,
 * and its memory, which the runtime's own package does not give away. src/engine/kernels/runtime/runtime-capture.ts says which script that is,
 * for each address by which this one is imported. Its worker is told when threads are about to be started and when they were (src/realms/every-worker/shared/start-sign.ts): some browsers do not come back from that.
 */
const capture = globalThis[Symbol.for(`earshot.captured-runtime${new URL(import.meta.url).hash}`)];

export default async function start(config) {
  const [{ default: startRuntime }, compiled] = await Promise.all([
    import(/* @vite-ignore */ capture.script),
    capture.compiled,
  ]);
  const binary = compiled ?? (config.wasmBinary && (await WebAssembly.compile(config.wasmBinary)));
  if (binary) config.instantiateWasm = instantiate.bind(null, binary);
  tell('earshot-threads-starting');
  const starting = startRuntime(config);
  // What is awaited is the compilation, which other work can go on beside.
  tell('earshot-threads-started');
  capture.module = await starting;
  return capture.module;
}

/** What goes wrong ends the worker, whose page starts another: the runtime's script has no way to be told. */
function instantiate(compiled, imports, receive) {
  capture.memory = Object.values(imports)
    .flatMap(Object.values)
    .find((value) => value instanceof WebAssembly.Memory);
  WebAssembly.instantiate(compiled, imports).then(
    (instance) => receive(instance, compiled),
    (error) =>
      setTimeout(() => {
        throw error;
      }),
  );
  return {};
}

/** Outside of browsers nobody listens. */
function tell(what) {
  globalThis.dispatchEvent?.(new Event(what));
}
