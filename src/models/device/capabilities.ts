import { isOriginless } from '../../lib/addresses/app-origin.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { madeOnce } from '../../lib/made-once.ts';
import type { Device, ManifestModel } from '../manifest/manifest.ts';
import { filesFor } from '../manifest/manifest-files.ts';
import { decoderDevice } from './decoder-device.ts';

export type { Device };

/** What the GPU can do or, if it cannot be used, why, as the end of a sentence. */
export type WebGpuSupport =
  | { supported: false; reason: Message }
  | {
      supported: true;
      /** Description of the adapter. */
      adapter: string;
      shaderF16: boolean;
      /** Largest buffer that a shader can read, in bytes. */
      maxBufferBytes: number;
    };

/** Whether WASM threads can share memory or, if not, why, as the end of a sentence. */
export type ThreadingSupport = { supported: true } | { supported: false; reason: Message };

export interface Capabilities {
  webgpu: WebGpuSupport;
  threading: ThreadingSupport;
  hardwareConcurrency: number;
  /** WebAssembly can wait for JavaScript promises, so the runtime's smaller WebGPU build works. */
  jspi: boolean;
  /** Gigabytes; null if the browser does not report it. Browsers round it, and none reports more than 32. */
  memoryGb: number | null;
}

export interface DeviceChoice {
  device: Device;
  /** WASM threads of what runs on the CPU, also once the GPU has failed. */
  threads: number;
  /** The reason for the device, for people; stored with the job. */
  reason: Message;
  /** False if the device cannot hold the model; the reason then says what it lacks. */
  fits: boolean;
  /** The device whose files (and dtypes) to load: WASM can run the GPU's files if only those are installed. */
  filesOf: Device;
}

const MAX_THREADS = 4;
/** Adapters that compute on the CPU: 40 to 100 times slower than WASM, and not always correct. */
const SOFTWARE_ADAPTER = /swiftshader|llvmpipe|lavapipe|softpipe|\bwarp\b|basic render|software/i;

let softwareAllowed = false;

/** Lets tests run models on a software adapter from now on; throws anywhere else. */
export function allowSoftwareAdapter(): void {
  if (import.meta.env.MODE !== 'test') throw new Error('Software adapters are for tests alone.');
  softwareAllowed = true;
  detectCapabilities.forget();
}

type AdapterFacts = Pick<GPUAdapter, 'limits'> & {
  features: Pick<GPUSupportedFeatures, 'has'>;
  info: Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'device' | 'description'> & {
    isFallbackAdapter?: boolean;
  };
};

/** Evaluates an adapter; rejects software adapters, unless a test allowed them. */
export function judgeAdapter(adapter: AdapterFacts): WebGpuSupport {
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  const name = [vendor, architecture, device, description].filter(Boolean).join(' ') || 'unnamed adapter';
  if ((isFallbackAdapter || SOFTWARE_ADAPTER.test(name)) && !softwareAllowed) {
    return { supported: false, reason: msg`WebGPU is only emulated on the CPU (${name})` };
  }
  return {
    supported: true,
    adapter: name,
    shaderF16: adapter.features.has('shader-f16'),
    maxBufferBytes: Math.min(adapter.limits.maxBufferSize, adapter.limits.maxStorageBufferBindingSize),
  };
}

async function detectWebGpu(): Promise<WebGpuSupport> {
  const gpu = 'gpu' in navigator ? navigator.gpu : undefined;
  if (!gpu) return { supported: false, reason: msg`this browser does not support WebGPU` };
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    return adapter ? judgeAdapter(adapter) : { supported: false, reason: msg`this device has no usable GPU` };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { supported: false, reason: msg`WebGPU could not be started (${cause})` };
  }
}

/** What this device and browser can run models on. For pages and workers; determined once per realm. */
export const detectCapabilities = madeOnce(detect);

async function detect(): Promise<Capabilities> {
  const memory = 'deviceMemory' in navigator ? navigator.deviceMemory : null;
  return {
    webgpu: await detectWebGpu(),
    threading: detectThreading(),
    hardwareConcurrency: navigator.hardwareConcurrency || 1,
    jspi: 'Suspending' in WebAssembly,
    memoryGb: typeof memory === 'number' ? memory : null,
  };
}

function detectThreading(): ThreadingSupport {
  // The runtime cannot start its threads if its script counts as cross-origin.
  if (isOriginless()) return { supported: false, reason: msg`the frame is sandboxed without an origin` };
  if (globalThis.crossOriginIsolated !== true) {
    return { supported: false, reason: msg`the page is not cross-origin isolated` };
  }
  // WebKitGTK lacks it even in an isolated page.
  if (!('SharedArrayBuffer' in globalThis)) {
    return { supported: false, reason: msg`this browser does not let threads share memory` };
  }
  return { supported: true };
}

/** A model's first device that can hold it; else the last that might, with `fits: false` and what is missing. */
export function chooseDevice(model: ManifestModel, capabilities: Capabilities): DeviceChoice {
  const [first, ...others] = model.devices.map((device) => describeDevice(model, device, capabilities));
  const choices = first ? [first, ...others] : [];
  const fitting = choices.find((choice) => choice.fits);
  if (fitting) return fitting;
  return choices.at(-1) ?? describeDevice(model, 'wasm', capabilities);
}

/** How a model would run on one device with that device's own files. */
export function describeDevice(
  model: ManifestModel,
  device: Device,
  capabilities: Capabilities,
): DeviceChoice {
  const lack = whatIsLacking(model, device, capabilities);
  const most = 'mostThreads' in model ? model.mostThreads : undefined;
  const threads = Math.min(threadsFor(capabilities), most ?? MAX_THREADS);
  const reason = lack ?? whyThere(model, device, threads, capabilities);
  return { device, threads, reason, fits: lack === null, filesOf: device };
}

/** Whether most of a model's work is the CPU's, although a part of it may run on the GPU. */
export const worksOnCpu = (model: ManifestModel, device: Device): boolean =>
  device === 'wasm' || (model.engine === 'whisper' && decoderDevice(device, model.dtype[device]) === 'wasm');

/** Runs files made for the GPU on the CPU if nothing else is installed; null if WASM cannot. */
export function describeGpuFilesOnWasm(
  model: ManifestModel,
  capabilities: Capabilities,
): DeviceChoice | null {
  if (!model.devices.includes('wasm') || !model.devices.includes('webgpu')) return null;
  const dtypes = 'dtype' in model ? Object.values(model.dtype.webgpu ?? {}) : [];
  // WASM has no 16-bit floats.
  if (dtypes.some((dtype) => dtype.includes('f16') || dtype === 'fp16')) return null;
  return { ...describeDevice(model, 'wasm', capabilities), filesOf: 'webgpu' };
}

/** Number of WASM threads for a model on this device. */
export function threadsFor({ threading, hardwareConcurrency }: Capabilities): number {
  return threading.supported ? Math.max(1, Math.min(MAX_THREADS, hardwareConcurrency)) : 1;
}

const gigabytes = (value: number) => msg`${Math.round(value * 10) / 10} GB`;

/** What the device lacks to hold the model, as a sentence; null if it lacks nothing known. */
function whatIsLacking(model: ManifestModel, device: Device, capabilities: Capabilities): Message | null {
  const { needs } = model;
  const { webgpu, memoryGb } = capabilities;
  if (needs.memoryGb !== null && memoryGb !== null && memoryGb < needs.memoryGb) {
    return msg`${model.title} needs about ${gigabytes(needs.memoryGb)} of memory, but this device has ${gigabytes(memoryGb)}.`;
  }
  if (device === 'wasm') return null;
  if (!webgpu.supported) return msg`${model.title} needs a GPU, but ${webgpu.reason}.`;
  if (needs.shaderF16 && !webgpu.shaderF16) {
    return msg`${model.title} needs 16-bit shaders, which this GPU (${webgpu.adapter}) does not support.`;
  }
  const largest = needs.bufferBytes ?? 0;
  if (largest > webgpu.maxBufferBytes) {
    return msg`${model.title} needs graphics buffers of ${Math.ceil(largest / 1e6)} MB, \
but this GPU (${webgpu.adapter}) allows ${Math.floor(webgpu.maxBufferBytes / 1e6)} MB.`;
  }
  return null;
}

function whyThere(
  model: ManifestModel,
  device: Device,
  threads: number,
  capabilities: Capabilities,
): Message {
  const { webgpu } = capabilities;
  if (device === 'webgpu') {
    if (!webgpu.supported) return msg`Runs on the GPU.`;
    if (!worksOnCpu(model, device)) return msg`Runs on the GPU (${webgpu.adapter}).`;
    return threads > 1
      ? msg`Runs on the GPU (${webgpu.adapter}), its decoder on the CPU with ${threads} threads.`
      : msg`Runs on the GPU (${webgpu.adapter}), its decoder on the CPU with one thread.`;
  }
  const { threading } = capabilities;
  const one = msg`Runs on the CPU with one thread`;
  const how =
    threads > 1
      ? msg`Runs on the CPU with ${threads} threads`
      : threading.supported
        ? one
        : msg`${one}, because ${threading.reason}`;
  if (!model.devices.includes('webgpu')) return msg`${how}, which the model is made for.`;
  const gpuLack = whatIsLacking(model, 'webgpu', capabilities);
  if (gpuLack === null) return msg`${how}.`;
  return webgpu.supported ? msg`${how}. ${gpuLack}` : msg`${how}, because ${webgpu.reason}.`;
}

/** True if every file that the device needs is among `paths`. */
export function hasFilesFor(model: ManifestModel, device: Device, paths: ReadonlySet<string>): boolean {
  return filesFor(model, device).every((file) => paths.has(file.path));
}
