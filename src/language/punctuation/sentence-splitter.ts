import type { ModelFiles } from '../../engine/onnx/with-model-files.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';

/** The parts of onnxruntime-web it uses. */
export type SplitterRuntime = Pick<typeof import('onnxruntime-web/wasm'), 'InferenceSession' | 'Tensor'>;

interface LoadSplitterOptions {
  /** Already configured (`configureOnnxRuntime`). */
  runtime: SplitterRuntime;
  /** Opens the model's files: `en/model.onnx` and so on. */
  files: ModelFiles;
  /** A language the model has a graph for. */
  language: string;
}

/** Sentence boundaries in unpunctuated text. */
export interface SentenceSplitter {
  /**
   * Probability, 0 to 1, that a sentence ends with each word.
   * @param words in order, bare: without spaces and punctuation
   */
  sentenceEnds(words: readonly string[], signal?: AbortSignal): Promise<number[]>;
  dispose(): Promise<void>;
}

/** Bytes read at once, and how many at each edge only serve as context. */
const WINDOW_BYTES = 512;
const CONTEXT_BYTES = 96;
/** Number of windows in a batch. */
const BATCH = 8;

interface ByteWindow {
  from: number;
  to: number;
  /** Bytes whose output is taken from this window. */
  keepFrom: number;
  keepTo: number;
}

function windowsOf(bytes: number): ByteWindow[] {
  const windows: ByteWindow[] = [];
  const step = WINDOW_BYTES - 2 * CONTEXT_BYTES;
  for (let keepFrom = 0; keepFrom < bytes; ) {
    const from = Math.max(keepFrom - CONTEXT_BYTES, 0);
    const to = Math.min(from + WINDOW_BYTES, bytes);
    const keepTo = to === bytes ? bytes : keepFrom + step;
    windows.push({ from, to, keepFrom, keepTo });
    keepFrom = keepTo;
  }
  return windows;
}

/**
 * NNSplit (Minixhofer 2020): an LSTM over the text's UTF-8 bytes. Input `input`, uint8 [batch, length], length even;
 * output `output` [batch, length, levels]. The sigmoid of level 0 is the probability that a sentence ends with the
 * byte, which is the space after the sentence's last word. Long texts are read in overlapping windows.
 *
 * @throws AppError `model_missing` if the file is missing or not such a graph
 */
export async function loadSentenceSplitter(options: LoadSplitterOptions): Promise<SentenceSplitter> {
  const { runtime, files, language } = options;
  const response = await files(`${language}/model.onnx`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const session = await runtime.InferenceSession.create(bytes, {
    executionProviders: ['wasm'],
    logSeverityLevel: 3,
  }).catch((cause: unknown) => {
    throw damaged(cause);
  });
  const [input] = session.inputNames;
  const [output] = session.outputNames;
  if (input === undefined || output === undefined) throw damaged();

  const readBatch = async (text: Uint8Array, windows: readonly ByteWindow[], ends: Float32Array) => {
    const longest = Math.max(...windows.map(({ from, to }) => to - from));
    const length = longest + (longest % 2);
    const data = new Uint8Array(windows.length * length);
    windows.forEach(({ from, to }, row) => {
      data.set(text.subarray(from, to), row * length);
    });
    const result = await session.run({
      [input]: new runtime.Tensor('uint8', data, [windows.length, length]),
    });
    const logits = result[output];
    const values = logits?.data;
    const levels = logits?.dims[2] ?? 0;
    if (!(values instanceof Float32Array) || levels < 1) throw damaged();
    windows.forEach(({ from, keepFrom, keepTo }, row) => {
      for (let place = keepFrom; place < keepTo; place++) {
        const logit = values[(row * length + place - from) * levels] ?? Number.NEGATIVE_INFINITY;
        ends[place] = 1 / (1 + Math.exp(-logit));
      }
    });
  };

  return {
    async sentenceEnds(words, signal) {
      const encoder = new TextEncoder();
      const encoded = words.map((word) => encoder.encode(`${word} `));
      const text = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0));
      let offset = 0;
      const lastBytes = encoded.map((word) => {
        text.set(word, offset);
        offset += word.length;
        return offset - 1;
      });
      const ends = new Float32Array(text.length);
      const windows = windowsOf(text.length);
      for (let first = 0; first < windows.length; first += BATCH) {
        signal?.throwIfAborted();
        await readBatch(text, windows.slice(first, first + BATCH), ends);
      }
      return lastBytes.map((place) => ends[place] ?? 0);
    },
    dispose: () => session.release(),
  };
}

const damaged = (cause?: unknown) =>
  new AppError('model_missing', msg`The model that finds sentence ends cannot be used: it may be damaged.`, {
    remedy: msg`Delete it and install it again.`,
    cause,
  });
