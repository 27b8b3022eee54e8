/** What of the packages' interfaces is used; they are served beside the page. */
interface FileTranscriber {
  init(): Promise<void>;
  transcribe(
    audio: File,
    options: { lang: string; threads: number },
  ): Promise<{ transcription: { text: string }[] }>;
}
interface Packages {
  createModule: unknown;
  FileTranscriber: new (options: {
    createModule: unknown;
    model: string;
    print: () => void;
    printErr: () => void;
  }) => FileTranscriber;
}

export interface WhisperCppAnswer {
  text: string;
  /** With decoding, without loading the model. */
  seconds: number;
}

declare global {
  var whisperCpp: { transcribe(threads: number): Promise<WhisperCppAnswer> };
}

const silent = () => undefined;

async function open(): Promise<FileTranscriber> {
  const at = (path: string) => import(/* @vite-ignore */ `${location.origin}/peer/${path}`);
  const { default: createModule } = await at('@transcribe/shout/src/shout/shout.wasm.js');
  const { FileTranscriber: Transcriber }: Packages = await at('@transcribe/transcriber/src/index.js');
  const transcriber = new Transcriber({
    createModule,
    model: '/peer/model.bin',
    print: silent,
    printErr: silent,
  });
  await transcriber.init();
  return transcriber;
}

const opened = open();

/** Transcribes the recording in the page's file input, in English. */
globalThis.whisperCpp = {
  async transcribe(threads) {
    const transcriber = await opened;
    const file = document.querySelector('input')?.files?.[0];
    if (!file) throw new Error('No recording was chosen.');
    const startedAt = performance.now();
    const { transcription } = await transcriber.transcribe(file, { lang: 'en', threads });
    const seconds = (performance.now() - startedAt) / 1000;
    return { text: transcription.map(({ text }) => text).join(' '), seconds };
  },
};
