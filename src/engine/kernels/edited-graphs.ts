import type { WhisperConfig } from '../asr/whisper/whisper-config.ts';
import type { Device } from '../onnx/device.ts';
import { transformersRuntime } from '../onnx/transformers-runtime.ts';
import { type ModelFiles, withEditedGraph } from '../onnx/with-model-files.ts';
import { type CutEncoder, cutEncoder } from './encoder/cut-encoder.ts';
import { compareAttention, PartedEncoder } from './encoder/parted-encoder.ts';
import { shortenEncoder } from './encoder/shorten-encoder.ts';
import type { GpuTexts } from './gpu/gpu-texts.ts';
import type { GpuTextsOptions } from './gpu/open-gpu-texts.ts';
import { withFloatProducts } from './graphs/float-products.ts';
import { type KernelMemory, openKernels } from './kernel-memory.ts';
import { keptSessions, keptTogether } from './runtime/kept-sessions.ts';
import type { OrtSession } from './runtime/onnx-sessions.ts';
import { capturedRuntime } from './runtime/runtime-capture.ts';
import { RuntimeMemory } from './runtime/runtime-memory.ts';
import type { DecoderLayout } from './stepping/decoder-layout.ts';
import { type AudioProducts, findAudioProducts, findDecoderLayout } from './stepping/find-decoder-layout.ts';
import { StepDecoder } from './stepping/step-decoder.ts';

const ENCODER = /(^|\/)encoder_model[^/]*\.onnx$/;
const DECODER = /(^|\/)decoder_model_merged[^/]*\.onnx$/;

/** The graph's own attention uses all threads, a kernel one: from three threads on, the graph's is faster. */
const MOST_THREADS_OF_KERNELS = 2;

export interface EditingOptions {
  device: Device;
  decoderDevice: Device;
  /** Threads of the runtime. */
  threads: number;
  /** Whether the runtime's memory can be reached. */
  isCaptured: boolean;
  /** A device for the decoder's steps; absent to leave them to the CPU. */
  gpu?: (() => Promise<GPUDevice | null>) | undefined;
  /** What is done to the encoder. */
  encoder: EncoderEdit;
}

/** `cut`: its attention is computed beside it, and it takes less than 30 s; `shortened`: only the latter. */
export type EncoderEdit = 'cut' | 'shortened' | 'published';

/** A Whisper model's sessions as they are used. */
export interface WhisperSessions {
  encoder: OrtSession;
  decoder: OrtSession;
  /** Computes the decoder's steps; null if they are left to the graph. */
  stepper: StepDecoder | null;
  /** Computes them on the GPU, beside the other way; null if it does not. */
  gpu: GpuTexts | null;
  /** Whether what goes from one run into the next remains in the runtime's memory. */
  areKept: boolean;
}

/** What is made of a Whisper model's graphs while they are read. */
export class EditedGraphs {
  readonly #options: EditingOptions;
  #isShortened = false;
  #isEdited = false;
  #cut: CutEncoder | null = null;
  #layout: DecoderLayout | null = null;
  #audio: readonly AudioProducts[] | null = null;

  constructor(options: EditingOptions) {
    this.#options = options;
  }

  /** Whether the encoder takes less than 30 s. */
  get isShortened(): boolean {
    return this.#isShortened;
  }

  /** Whether the encoder is another one than the file's. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  /** The model's files, of which the graphs are edited. */
  files(files: ModelFiles): ModelFiles {
    const { gpu, device, decoderDevice, isCaptured, encoder } = this.#options;
    const encoders =
      encoder === 'published' && device === 'wasm'
        ? files
        : withEditedGraph(files, ENCODER, (graph) => this.#encoder(graph));
    return withEditedGraph(encoders, DECODER, (graph) => {
      if (decoderDevice === 'wasm' && (isCaptured || gpu)) this.#layout = findDecoderLayout(graph);
      if (this.#layout && gpu) this.#audio = findAudioProducts(graph, this.#layout.layers.length);
      return null;
    });
  }

  /** Opens what the encoder was cut into. Throws Error if it cannot be used so. */
  async open(encoder: OrtSession, decoder: OrtSession, config: WhisperConfig): Promise<WhisperSessions> {
    const { device, decoderDevice } = this.#options;
    const kept = decoderDevice === 'wasm' ? keptSessions(encoder, decoder, device) : null;
    const kernels = kept && (this.#cut || this.#layout) ? await openKernels() : null;
    const cut = this.#cut;
    const layout = this.#layout;
    // They hold the model's file.
    const audio = this.#audio;
    this.#cut = null;
    this.#layout = null;
    this.#audio = null;
    const parted = cut && (await openParts(cut, kept?.encoder, config, kernels));
    return {
      encoder: parted ?? kept?.encoder ?? encoder,
      decoder: kept?.decoder ?? decoder,
      stepper: kernels && layout && openStepper(layout, config, kernels),
      areKept: kept !== null,
      gpu: layout && audio && (await openOnGpu(await this.#options.gpu?.(), { layout, audio, config })),
    };
  }

  #encoder(published: Uint8Array): Uint8Array | null {
    const { device, threads, isCaptured, encoder } = this.#options;
    // GPUs have no products of bytes.
    const floats = device === 'webgpu' ? withFloatProducts(published) : null;
    if (encoder === 'published') return floats;
    const graph = floats ?? published;
    const shortened = shortenEncoder(graph);
    this.#isShortened ||= shortened !== null;
    const isFit = device === 'wasm' && isCaptured && threads <= MOST_THREADS_OF_KERNELS;
    const isCut = encoder === 'cut' && isFit;
    this.#cut = isCut ? cutEncoder(shortened ?? graph) : null;
    const first = this.#cut?.parts[0]?.model ?? shortened ?? floats;
    this.#isEdited ||= first !== null;
    return first;
  }
}

/** @param first the first part, of which what it gives is kept */
async function openParts(
  cut: CutEncoder,
  first: OrtSession | undefined,
  { heads, headSize }: WhisperConfig,
  kernels: KernelMemory | null,
): Promise<OrtSession> {
  const runtime = capturedRuntime();
  if (!runtime || !kernels || !first) throw new Error('The memory of the runtime is out of reach.');
  const memory = new RuntimeMemory(runtime);
  const { InferenceSession } = transformersRuntime();
  const opened: OrtSession[] = [];
  try {
    for (const model of [cut.attention, ...cut.parts.slice(1).map((part) => part.model)]) {
      opened.push(
        await InferenceSession.create(model, { executionProviders: ['wasm'], logSeverityLevel: 3 }),
      );
    }
    const [attention, ...parts] = keptTogether(opened);
    const [compared] = cut.attentions;
    const shape = { heads, size: headSize };
    if (!attention || !compared) throw new Error('The encoder has no attention.');
    await compareAttention(attention, compared, shape, { memory, kernels });
    await attention.release();
    return new PartedEncoder([first, ...parts], cut, shape, { memory, kernels });
  } catch (error) {
    for (const session of opened) await session.release();
    throw error;
  }
}

function openStepper(
  layout: DecoderLayout,
  config: WhisperConfig,
  kernels: KernelMemory,
): StepDecoder | null {
  try {
    return new StepDecoder(layout, config, kernels);
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** The shaders are read only where there is one. */
async function openOnGpu(
  device: GPUDevice | null | undefined,
  options: Omit<GpuTextsOptions, 'device'>,
): Promise<GpuTexts | null> {
  if (!device) return null;
  const { openGpuTexts } = await import('./gpu/open-gpu-texts.ts');
  return openGpuTexts({ ...options, device });
}
