import { loadTextGenerator } from '../../../src/language/text/text-generator.ts';
import type { WrittenText } from '../../../src/language/text/text-models.ts';
import { configureOnnxRuntime, fetchOnnxBuild } from '../../../src/models/device/configure-onnx.ts';
import { EXACT_LLM, type WritingRequest } from './generator-request.ts';

async function write({ device, prompts, maximumTokens }: WritingRequest): Promise<WrittenText[]> {
  await fetchOnnxBuild('asyncify');
  const model = await loadTextGenerator({
    files: (path) => fetch(`${EXACT_LLM}/${path}`),
    dtype: { model: 'fp32' },
    device,
    configureRuntime: (env) => configureOnnxRuntime(env, 1, 'asyncify'),
  });
  const written: WrittenText[] = [];
  for (const content of prompts) {
    written.push(await model.generate([{ role: 'user', content }], { maximumTokens }));
  }
  await model.dispose();
  return written;
}

self.onmessage = async ({ data, ports }: MessageEvent<WritingRequest>) => {
  try {
    ports[0]?.postMessage({ written: await write(data) });
  } catch (error) {
    ports[0]?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};
