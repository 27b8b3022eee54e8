import glue from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import binary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { appAddress } from '../../lib/addresses/app-origin.ts';

/** Files of the ONNX runtime that runs on the CPU only. Apart: who imports those of the other builds brings all of them into the app. */
export const CPU_BUILD = { mjs: glue, wasm: binary };

/** Addresses of the script that starts it and of its binary. */
export const cpuBuildAddresses = (): string[] => [glue, binary].map(appAddress);
