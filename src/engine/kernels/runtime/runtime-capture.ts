import type { Env } from 'onnxruntime-web';

/**
 * The version whose C interface is used directly. Another one runs through the package's own interface: what handles
 * and pointers mean may have changed. Compare `wasm-core-impl.ts` of both before changing this.
 */
export const KNOWN_RUNTIME = '1.31.0-dev.20260914-8d85527a0';

/** The part of the runtime's C interface that is used (onnxruntime-web, lib/wasm/wasm-types.ts). Results other than 0 are errors. */
export interface RuntimeModule {
  /** The runtime's memory; another array after it has grown. */
  readonly HEAPU8: Uint8Array;
  /** Bytes of a pointer. */
  readonly PTR_SIZE: number;
  stackSave(): number;
  stackRestore(stack: number): void;
  stackAlloc(bytes: number): number;
  getValue(pointer: number, type: string): number;
  setValue(pointer: number, value: number, type: string): void;
  UTF8ToString(pointer: number): string;
  stringToUTF8(text: string, pointer: number, bytes: number): void;
  lengthBytesUTF8(text: string): number;
  /** 0 if there is no room. */
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _OrtGetLastError(codePointer: number, messagePointer: number): number;
  _OrtFree(pointer: number): number;
  _OrtCreateTensor(
    type: number,
    pointer: number,
    bytes: number,
    dimsPointer: number,
    dimsCount: number,
    location: number,
  ): number;
  _OrtGetTensorData(
    tensor: number,
    typePointer: number,
    dataPointer: number,
    dimsPointer: number,
    dimsCountPointer: number,
  ): number;
  _OrtReleaseTensor(tensor: number): number;
  /** A promise in builds that can wait for a GPU. */
  _OrtRun(
    session: number,
    inputNames: number,
    inputs: number,
    inputCount: number,
    outputNames: number,
    outputCount: number,
    outputs: number,
    options: number,
  ): number | Promise<number>;
}

const FUNCTIONS = [
  'stackSave',
  'stackRestore',
  'stackAlloc',
  'getValue',
  'setValue',
  'UTF8ToString',
  'stringToUTF8',
  'lengthBytesUTF8',
  '_malloc',
  '_free',
  '_OrtGetLastError',
  '_OrtFree',
  '_OrtCreateTensor',
  '_OrtGetTensorData',
  '_OrtReleaseTensor',
  '_OrtRun',
] as const satisfies readonly (keyof RuntimeModule)[];

/** What capture-runtime.mjs reads and writes. */
interface Capture {
  /** Address of the runtime's own start script. */
  script: string;
  /** The runtime's binary if it was compiled ahead; resolves to null if that failed. */
  compiled: Promise<WebAssembly.Module | null> | undefined;
  module: unknown;
  /** Absent where the runtime fetched its binary itself. */
  memory?: WebAssembly.Memory | undefined;
}

const SLOT = 'earshot.captured-runtime';
const STAND_IN = new URL('./capture-runtime.mjs', import.meta.url).href;
/** At this part of its address the stand-in is another script, for the copy of the runtime that is only watched. */
const WATCHED = '#watched';

/** Modules that are compiled ahead, by address. */
const ahead = new Map<string, Promise<WebAssembly.Module | null>>();

/** Fetches and compiles a build's binary while scripts and models are read. The runtime meets any failure again. */
export function compileAhead(binary: string): void {
  if (ahead.has(binary)) return;
  ahead.set(
    binary,
    WebAssembly.compileStreaming(fetch(binary)).catch(() => null),
  );
}

/**
 * Lets the runtime start in such a way that `capturedRuntime` finds its C interface and `capturedMemory` its memory, and that its
 * worker is notified of the start of its threads. Call it after the addresses of the runtime's files are known and before its first
 * session, for one copy of the runtime only. If the addresses are not known, or the version is another one, nothing changes.
 */
export function captureRuntime(env: {
  wasm: Pick<Env['wasm'], 'wasmPaths' | 'wasmBinary'>;
  version: string | undefined;
}): void {
  if (env.version !== KNOWN_RUNTIME) return;
  const { wasmPaths, wasmBinary } = env.wasm;
  if (typeof wasmPaths === 'object' && wasmPaths.wasm !== undefined && !wasmBinary)
    compileAhead(String(wasmPaths.wasm));
  standIn(env.wasm, '');
}

/**
 * Lets a worker be notified of the start of the runtime's threads, for the copy of the runtime that is not captured. Call it after the
 * runtime was configured and before its first session. On one thread, nothing changes.
 */
export function watchRuntime(wasm: Pick<Env['wasm'], 'wasmPaths' | 'numThreads'>): void {
  // Scripts of another origin are copied, and lose their address.
  const isOwn = globalThis.location?.origin === new URL(STAND_IN).origin;
  if (isOwn && (wasm.numThreads ?? 1) > 1) standIn(wasm, WATCHED);
}

function standIn(wasm: Pick<Env['wasm'], 'wasmPaths'>, which: string): void {
  const { wasmPaths } = wasm;
  if (typeof wasmPaths !== 'object' || wasmPaths.mjs === undefined) return;
  const script = String(wasmPaths.mjs);
  if (script === STAND_IN + which) return;
  const compiled = ahead.get(String(wasmPaths.wasm));
  const { module = null, memory } = captureOf(which) ?? {};
  const capture: Capture = { script, compiled, module, memory };
  Object.defineProperty(globalThis, Symbol.for(SLOT + which), { value: capture, configurable: true });
  wasm.wasmPaths = { ...wasmPaths, mjs: STAND_IN + which };
}

/** Whether a runtime with these settings will be captured, once it has started. */
export function isCaptured(wasm: Pick<Env['wasm'], 'wasmPaths'>): boolean {
  return typeof wasm.wasmPaths === 'object' && wasm.wasmPaths.mjs === STAND_IN;
}

/** The C interface of the captured runtime; null if it was not captured, or is not the one that is known. */
export function capturedRuntime(): RuntimeModule | null {
  const module = captureOf('')?.module;
  return isKnown(module) ? module : null;
}

/** The memory of the captured runtime; null if it is out of reach. */
export function capturedMemory(): WebAssembly.Memory | null {
  return captureOf('')?.memory ?? null;
}

function captureOf(which: string): Capture | undefined {
  return Reflect.get(globalThis, Symbol.for(SLOT + which));
}

function isKnown(module: unknown): module is RuntimeModule {
  return (
    typeof module === 'object' &&
    module !== null &&
    FUNCTIONS.every((name) => typeof Reflect.get(module, name) === 'function') &&
    Reflect.get(module, 'HEAPU8') instanceof Uint8Array &&
    Reflect.get(module, 'PTR_SIZE') === 4
  );
}
