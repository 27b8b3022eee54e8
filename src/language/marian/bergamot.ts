import startGlue from 'virtual:bergamot-glue';

/** What C++ lends to JavaScript: it remains in memory until it is deleted. */
interface Lent {
  delete(): void;
}

interface LentList<Item> extends Lent {
  push_back(item: Item): void;
}

interface AlignedMemory extends Lent {
  getByteArrayView(): Int8Array;
}

export interface BergamotModel extends Lent {
  readonly isTranslationModel?: never;
}

interface ResponseOptions {
  alignment: boolean;
  /** Reads the texts as HTML, and puts their tags around the words that the tagged ones became. */
  html: boolean;
  qualityScores: boolean;
}

interface Responses extends Lent {
  size(): number;
  get(index: number): Lent & { getTranslatedText(): string };
}

interface Service extends Lent {
  translate(model: BergamotModel, texts: LentList<string>, options: LentList<ResponseOptions>): Responses;
  translateViaPivoting(
    first: BergamotModel,
    second: BergamotModel,
    texts: LentList<string>,
    options: LentList<ResponseOptions>,
  ): Responses;
}

/** The interface of `@browsermt/bergamot-translator`'s WebAssembly, as far as it is used here. */
export interface Bergamot {
  AlignedMemory: new (bytes: number, alignment: number) => AlignedMemory;
  AlignedMemoryList: new () => LentList<AlignedMemory>;
  BlockingService: new (options: { cacheSize: number }) => Service;
  TranslationModel: new (
    config: string,
    model: AlignedMemory,
    shortlist: AlignedMemory,
    vocabularies: LentList<AlignedMemory>,
    quality: AlignedMemory | null,
  ) => BergamotModel;
  VectorString: new () => LentList<string>;
  VectorResponseOptions: new () => LentList<ResponseOptions>;
}

/** Matrix products that Firefox can lend to the engine; the binary has its own by these names. */
const GEMM: Readonly<Record<string, string>> = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
};

type Exported = (...values: number[]) => number;

interface Options extends Partial<Bergamot> {
  asm?: Record<string, Exported>;
  instantiateWasm(
    imports: WebAssembly.Imports,
    accept: (instance: WebAssembly.Instance) => void,
  ): Record<string, never>;
  onRuntimeInitialized(): void;
  onAbort(reason: unknown): void;
  print(line: string): void;
  printErr(line: string): void;
}

export interface StartedBergamot {
  bergamot: Bergamot;
  /** Whether the browser refused it memory: it ended then, or is about to. */
  lacksMemory(): boolean;
}

/** How the engine ends where its memory has grown as far as it may. */
const LACK = /cannot enlarge memory|failed to allocate memory/iu;

/** Starts the engine. Rejects with Error if its binary is damaged, with RangeError if there is no memory for it. */
export async function startBergamot(binary: Uint8Array<ArrayBuffer>): Promise<StartedBergamot> {
  // Its own bytes are then free: the options below live as long as the engine.
  const compiled = await WebAssembly.compile(binary);
  let isRefused = false;
  /** The glue tries several sizes, and says of none that it was refused. */
  const watchGrowth = (imports: WebAssembly.Imports) => {
    for (const memory of Object.values(imports).flatMap((one) => Object.values(one))) {
      if (!(memory instanceof WebAssembly.Memory)) continue;
      const grow = memory.grow.bind(memory);
      memory.grow = (pages) => {
        try {
          return grow(pages);
        } catch (error) {
          isRefused = true;
          throw error;
        }
      };
    }
  };
  return new Promise((resolve, reject) => {
    const options: Options = {
      instantiateWasm(imports, accept) {
        const lend =
          (name: string) =>
          (...values: number[]) =>
            options.asm?.[name]?.(...values) ?? 0;
        const gemm = Object.fromEntries(Object.entries(GEMM).map(([wanted, own]) => [wanted, lend(own)]));
        watchGrowth(imports);
        WebAssembly.instantiate(compiled, { ...imports, wasm_gemm: gemm })
          .then(accept)
          .catch(reject);
        return {};
      },
      onRuntimeInitialized: () => resolve({ bergamot: options as Bergamot, lacksMemory: () => isRefused }),
      onAbort: (reason) => reject(new Error(`Bergamot ended: ${reason}`)),
      print: () => undefined,
      printErr: (line) => {
        isRefused ||= LACK.test(line);
        console.warn(line);
      },
    };
    startGlue(options);
  });
}
