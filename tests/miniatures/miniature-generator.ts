import type { TextGenerator } from '../../src/language/text/text-models.ts';
import { configureNodeRuntime, filesIn, useWasmRuntime } from './node-runtime.ts';

const MODEL = new URL('../fixtures/mini/mini-llm/', import.meta.url);

/** The miniature language model, as add-ons see it, for tests in Node. */
export async function miniatureGenerator(): Promise<TextGenerator & { dispose(): Promise<void> }> {
  await useWasmRuntime();
  const { loadTextGenerator } = await import('../../src/language/text/text-generator.ts');
  const model = await loadTextGenerator({
    files: filesIn(MODEL),
    device: 'wasm',
    dtype: { model: 'q8' },
    configureRuntime: configureNodeRuntime,
  });
  return {
    modelId: 'mini-llm',
    contextTokens: model.contextTokens,
    vocabulary: 'closed',
    countTokens: model.countTokens,
    generate: model.generate,
    dispose: model.dispose,
  };
}

/** An open-vocabulary language model with fixed behaviour that records its prompts. */
export function scriptedGenerator(
  answer: (asked: { rules: string; request: string }) => string | Promise<string>,
  contextTokens = 4096,
): TextGenerator & { asked: { rules: string; request: string }[] } {
  const asked: { rules: string; request: string }[] = [];
  return {
    asked,
    modelId: 'scripted',
    contextTokens,
    vocabulary: 'open',
    countTokens: (text) => text.split(/\s+/u).filter(Boolean).length,
    async generate(messages, { onText, signal }) {
      signal?.throwIfAborted();
      const said = (role: string) =>
        messages
          .filter((message) => message.role === role)
          .map(({ content }) => content)
          .join('\n');
      const call = { rules: said('system'), request: said('user') };
      asked.push(call);
      const text = await answer(call);
      onText?.(text);
      return { text, ended: 'itself' };
    },
  };
}
