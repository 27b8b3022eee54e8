import { expect, it } from 'vitest';
import type { WrittenText } from '../../../src/language/text/text-models.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { EXACT_LLM, type WritingRequest } from './generator-request.ts';

function ask(request: WritingRequest): Promise<WrittenText[]> {
  const worker = new Worker(new URL('./generator-on-gpu.worker.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  return new Promise<WrittenText[]>((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<{ written?: WrittenText[]; error?: string }>) => {
      port1.close();
      if (data.written) resolve(data.written);
      else reject(new Error(data.error));
    };
    worker.postMessage(request, [port2]);
  }).finally(() => worker.terminate());
}

// The adapter is Chromium's software one, which computes on the CPU.
const HOW = { tags: THOROUGH_TAG, timeout: 240_000 };
it(
  'a language model writes the same on WebGPU as on the CPU, and reads no beginning twice',
  HOW,
  async (context) => {
    if (!(await fetch(`${EXACT_LLM}/config.json`)).headers.get('content-type')?.includes('json'))
      context.skip('Left out: the miniature with 32-bit floats is not at ../shared/models/mini.');
    const text = 'Hello my name is John Smith. Where is the train? Emma lives in London.';
    const prompts = [
      `${text} Which city is mentioned?`,
      `${text} Summarize`,
      `${text} Summarize in bullet points`,
    ];
    const request = { prompts, maximumTokens: 12 };
    const onGpu = await ask({ ...request, device: 'webgpu' });
    const onCpu = await ask({ ...request, device: 'wasm' });
    expect(onGpu.map(({ text: written, ended }) => ({ written, ended }))).toEqual(
      onCpu.map(({ text: written, ended }) => ({ written, ended })),
    );
    expect(onGpu[0]?.text).not.toBe('');
    for (const written of [onGpu, onCpu]) {
      const [first = 0, ...later] = written.map(({ took }) => took?.read ?? 0);
      for (const read of later) expect(read).toBeLessThan(first / 2);
    }
  },
);
