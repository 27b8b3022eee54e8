import type { PlainAnswer, PlainRequest } from './plain-recogniser.ts';

const SAMPLE_RATE = 16_000;

const worker = new Worker(new URL('./plain.worker.ts', import.meta.url), { type: 'module' });

/** The recording in the page's file input as mono PCM, decoded and resampled by the browser. */
async function decode(): Promise<Float32Array> {
  const input = document.querySelector('input');
  const file = input?.files?.[0];
  if (!file) throw new Error('No recording was chosen.');
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(await file.arrayBuffer());
  return decoded.getChannelData(0);
}

function ask(request: PlainRequest): Promise<PlainAnswer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<{ answer?: PlainAnswer; error?: string }>) => {
      port1.close();
      if (data.answer) resolve(data.answer);
      else reject(new Error(data.error));
    };
    worker.postMessage(request, [port2]);
  });
}

globalThis.plain = {
  async transcribe(options) {
    const startedAt = performance.now();
    const pcm = await decode();
    const decodingSeconds = (performance.now() - startedAt) / 1000;
    const { text, seconds } = await ask({ ...options, pcm });
    return { text, seconds: seconds + decodingSeconds };
  },
};
