/** What a model computes on: the processor by WebAssembly, or the graphics processor. */
export type Device = 'wasm' | 'webgpu';
