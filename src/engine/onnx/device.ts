/** What a model computes on: the CPU through WebAssembly, or the GPU through WebGPU. */
export type Device = 'wasm' | 'webgpu';
