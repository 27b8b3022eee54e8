import type { ModelFiles } from '../../engine/onnx/with-model-files.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { Translated } from '../text/translator.ts';
import { type Bergamot, type BergamotModel, type StartedBergamot, startBergamot } from './bergamot.ts';
import { isWholeMarianFile } from './marian-file.ts';
import { readTagged, tagWords } from './tagged-words.ts';

/** Paths of a model's files in its folder. */
export interface MarianFiles {
  model: string;
  /** Likely translations of each token. */
  shortlist: string;
  /** One for both languages, or the source's and the target's. */
  vocabularies: readonly string[];
}

/** Alignments in bytes that the engine asks for. */
const MODEL_ALIGNMENT = 256;
const OTHER_ALIGNMENT = 64;

/** Marian's options. These students were made for a search with one beam. */
const CONFIG = {
  'beam-size': 1,
  normalize: 1,
  'word-penalty': 0,
  'cpu-threads': 0,
  'skip-cost': true,
  alignment: 'soft',
  quiet: true,
  'quiet-translation': true,
  // Tokens of a sentence, beyond which it is cut, and of a translation, relative to its sentence.
  'max-length-break': 128,
  'max-length-factor': 2,
  // Tokens that are translated side by side: four times as many need 20 MB more, and no less time.
  'mini-batch-words': 256,
  workspace: 128,
};

/** The name of a model's file says how its matrices are stored. */
const precisionOf = (path: string): string =>
  path.includes('alphas') ? 'int8shiftAlphaAll' : 'int8shiftAll';

/** The engine and what lives in its memory. It never gives memory back, so it ends with its last model. */
class Engine {
  readonly #bergamot: Bergamot;
  readonly #service: InstanceType<Bergamot['BlockingService']>;
  readonly lacksMemory: () => boolean;
  readonly #onEnd: () => void;
  /** How many of its models are loaded, or being loaded. */
  users = 0;
  /** After an error of its own nothing works in it any more, with whatever model. */
  hasEnded = false;

  constructor({ bergamot, lacksMemory }: StartedBergamot, onEnd: () => void) {
    this.#bergamot = bergamot;
    this.#onEnd = onEnd;
    this.lacksMemory = lacksMemory;
    this.#service = new bergamot.BlockingService({ cacheSize: 0 });
  }

  open(files: {
    config: string;
    model: ArrayBuffer;
    shortlist: ArrayBuffer;
    vocabularies: ArrayBuffer[];
  }): BergamotModel {
    const { AlignedMemoryList, TranslationModel } = this.#bergamot;
    const vocabularies = new AlignedMemoryList();
    for (const bytes of files.vocabularies) vocabularies.push_back(this.#copy(bytes, OTHER_ALIGNMENT));
    const model = this.#copy(files.model, MODEL_ALIGNMENT);
    const shortlist = this.#copy(files.shortlist, OTHER_ALIGNMENT);
    const opened = new TranslationModel(files.config, model, shortlist, vocabularies, null);
    vocabularies.delete();
    return opened;
  }

  translate([first, second]: readonly [BergamotModel, BergamotModel?], texts: readonly string[]): string[] {
    const { VectorString, VectorResponseOptions } = this.#bergamot;
    const given = new VectorString();
    const options = new VectorResponseOptions();
    for (const text of texts) {
      given.push_back(text);
      options.push_back({ alignment: false, html: true, qualityScores: false });
    }
    const responses = second
      ? this.#service.translateViaPivoting(first, second, given, options)
      : this.#service.translate(first, given, options);
    const written = Array.from({ length: responses.size() }, (_, index) => {
      const response = responses.get(index);
      const text = response.getTranslatedText();
      response.delete();
      return text;
    });
    for (const lent of [responses, given, options]) lent.delete();
    return written;
  }

  /** One of its models is gone, or did not load. */
  leave(): void {
    this.users -= 1;
    if (this.users === 0) this.end();
  }

  end(): void {
    this.hasEnded = true;
    this.#onEnd();
  }

  #copy(bytes: ArrayBuffer, alignment: number): InstanceType<Bergamot['AlignedMemory']> {
    const memory = new this.#bergamot.AlignedMemory(bytes.byteLength, alignment);
    memory.getByteArrayView().set(new Int8Array(bytes));
    return memory;
  }
}

let engine: Promise<Engine> | null = null;

function startEngine(binary: MarianOptions['binary']): Promise<Engine> {
  const forget = () => {
    if (engine === starting) engine = null;
  };
  const starting = binary()
    .then(startBergamot)
    .then((started) => new Engine(started, forget));
  starting.catch(forget);
  engine = starting;
  return starting;
}

/** One direction of Mozilla's translation models, which lives in the memory of the engine with the others. */
export class MarianModel {
  readonly #engine: Engine;
  readonly #model: BergamotModel;

  constructor(opened: Engine, model: BergamotModel) {
    this.#engine = opened;
    this.#model = model;
  }

  /** False once its engine has ended, be it by another model: it must be loaded anew. */
  get isUsable(): boolean {
    return !this.#engine.hasEnded;
  }

  /**
   * Translates texts of any length in one call, which blocks this thread until all are done: each sentence by itself.
   *
   * @param language BCP 47, of the texts
   * @param then translates what this model wrote: both in one call, so that words keep what they come from
   */
  translate(texts: readonly string[], language: string, then?: MarianModel): Translated[] {
    const tagged = texts.map((text) => tagWords(text, language));
    try {
      const written = this.#engine.translate(then ? [this.#model, then.#model] : [this.#model], tagged);
      return written.map((html, index) => ({
        ...readTagged(html),
        source: texts[index] ?? '',
        score: 0,
        tokens: [],
      }));
    } catch (error) {
      this.#engine.end();
      throw error;
    }
  }

  async dispose(): Promise<void> {
    if (!this.isUsable) return;
    this.#model.delete();
    this.#engine.leave();
  }
}

interface MarianOptions {
  files: ModelFiles;
  paths: MarianFiles;
  /** The engine's WebAssembly, fetched when it is first needed. */
  binary: () => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Loads a direction. One that does not load leaves no engine behind.
 *
 * @throws AppError `model_missing` if a file is missing or damaged, `internal` if there is no memory for it
 */
export async function loadMarian(options: MarianOptions): Promise<MarianModel> {
  const starting = (engine ?? startEngine(options.binary)).then((started) => {
    started.users += 1;
    return started;
  });
  try {
    return await openIn(starting, options);
  } catch (error) {
    starting.then((started) => started.leave()).catch(() => undefined);
    throw error;
  }
}

async function openIn(starting: Promise<Engine>, { files, paths }: MarianOptions): Promise<MarianModel> {
  // It is fetched and compiled while the files are read. Its failure counts once they are there.
  starting.catch(() => undefined);
  const read = async (path: string) => (await files(path)).arrayBuffer();
  const [model, shortlist, ...vocabularies] = await Promise.all(
    [paths.model, paths.shortlist, ...paths.vocabularies].map(read),
  );
  if (!model || !shortlist || !isWholeMarianFile(model)) throw damaged();
  const started = await starting.catch((error: unknown) => {
    throw error instanceof RangeError ? engineEnded(error) : error;
  });
  try {
    const precision = { 'gemm-precision': precisionOf(paths.model) };
    const config = Object.entries({ ...CONFIG, ...precision }).map(([key, value]) => `${key}: ${value}\n`);
    const opened = started.open({ config: config.join(''), model, shortlist, vocabularies });
    // It reads most of its files when it is first used.
    started.translate([opened], ['1']);
    return new MarianModel(started, opened);
  } catch (error) {
    started.end();
    if (started.lacksMemory()) throw engineEnded(error);
    throw error instanceof WebAssembly.RuntimeError || typeof error === 'number' ? damaged(error) : error;
  }
}

/** The engine's error while it worked, most often for want of memory. */
export const engineEnded = (cause: unknown): AppError =>
  new AppError('internal', msg`The translation engine ended: it may have run out of memory.`, {
    remedy: msg`Close other tabs, then run the translation again.`,
    cause,
  });

const damaged = (cause?: unknown): AppError =>
  new AppError('model_missing', msg`The translation model cannot be used: its files are damaged.`, {
    remedy: msg`Delete it and install it again.`,
    cause,
  });
