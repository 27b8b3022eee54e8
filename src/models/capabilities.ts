/** What a model can run on. */
export type Device = 'webgpu' | 'wasm';
