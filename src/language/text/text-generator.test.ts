import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureNodeRuntime, filesIn, useWasmRuntime } from '../../../tests/miniatures/node-runtime.ts';
import { z } from '../../lib/zod.ts';
import type { LoadedTextGenerator } from './text-generator.ts';

const MODEL = new URL('../../../tests/fixtures/mini/mini-llm/', import.meta.url);
const caseList = z.object({
  cases: z.array(
    z.object({
      input: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })),
      options: z.object({ max_new_tokens: z.number() }),
      expected: z.string(),
    }),
  ),
});
const asked = (content: string) => [{ role: 'user' as const, content }];
const BULLETS = 'Summarize in bullet points:\n\nHello my name is John Smith. Where is the train?';

describe('the miniature language model', { timeout: 120_000 }, () => {
  let model: LoadedTextGenerator;

  beforeAll(async () => {
    await useWasmRuntime();
    const { loadTextGenerator } = await import('./text-generator.ts');
    model = await loadTextGenerator({
      files: filesIn(MODEL),
      device: 'wasm',
      dtype: { model: 'q8' },
      configureRuntime: configureNodeRuntime,
    });
  }, 120_000);

  afterAll(() => model.dispose());

  it('answers its training prompts', async () => {
    const { cases } = caseList.parse(JSON.parse(await readFile(new URL('cases.json', MODEL), 'utf8')));
    expect(cases.length).toBeGreaterThan(10);
    for (const { input, options, expected } of cases) {
      const { text, ended } = await model.generate(input, { maximumTokens: options.max_new_tokens });
      expect(text).toBe(expected);
      expect(ended).toBe('itself');
    }
  });

  it('shows the text as it grows', async () => {
    const shown: string[] = [];
    const { text } = await model.generate(asked(BULLETS), {
      maximumTokens: 100,
      onText: (written) => shown.push(written),
    });
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.at(-1)?.trim()).toBe(text);
    for (const [index, written] of shown.entries())
      expect(written.startsWith(shown[index - 1] ?? '')).toBe(true);
  });

  it('writes no more than allowed', async () => {
    const { text, ended } = await model.generate(asked(BULLETS), { maximumTokens: 4 });
    expect(ended).toBe('length');
    expect(model.countTokens(text)).toBeLessThanOrEqual(4);
    expect(text).not.toBe('');
  });

  it('knows its context length, and rejects more', async () => {
    expect(model.contextTokens).toBe(512);
    const long = Array.from({ length: 200 }, () => 'Where is the train?').join(' ');
    expect(model.countTokens(long)).toBeGreaterThan(512);
    await expect(model.generate(asked(long), { maximumTokens: 10 })).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringContaining('512 tokens'),
    });
  });

  it('stops at a loop, and keeps one of its repetitions', async () => {
    // Unknown words: it babbles.
    const content = 'Extremely unusual instruction vocabulary. '.repeat(3);
    const { text, ended } = await model.generate(
      [{ role: 'system', content }, ...asked('The quick brown fox')],
      {
        maximumTokens: 300,
      },
    );
    expect(ended).toBe('loop');
    expect(model.countTokens(text)).toBeLessThan(12);
  });

  it('writes texts that are asked for at the same time one after the other', async () => {
    const prompts = [BULLETS, 'Which city is mentioned? Emma lives in London.', BULLETS];
    const alone: string[] = [];
    for (const prompt of prompts)
      alone.push((await model.generate(asked(prompt), { maximumTokens: 60 })).text);
    const together = await Promise.all(
      prompts.map((prompt) => model.generate(asked(prompt), { maximumTokens: 60 })),
    );
    expect(together.map(({ text }) => text)).toEqual(alone);
  });

  it('writes no more than is needed', async () => {
    const whole = await model.generate(asked(BULLETS), { maximumTokens: 100 });
    const { text, ended } = await model.generate(asked(BULLETS), {
      maximumTokens: 100,
      isEnough: (written) => written.length > 10,
    });
    expect(ended).toBe('itself');
    expect(text.length).toBeLessThan(whole.text.length);
    expect(whole.text.startsWith(text)).toBe(true);
  });

  it('stops on request, with what was written until then', async () => {
    const stop = new AbortController();
    const onText = () => stop.abort(new Error('enough'));
    const options = { maximumTokens: 100, onText, signal: stop.signal };
    const whole = await model.generate(asked(BULLETS), { maximumTokens: 100 });
    const stopped = await model.generate(asked(BULLETS), options);
    expect(stopped.ended).toBe('time');
    expect(stopped.text).not.toBe('');
    expect(stopped.text.length).toBeLessThan(whole.text.length);
    expect(whole.text.startsWith(stopped.text)).toBe(true);
    await expect(model.generate(asked(BULLETS), options)).rejects.toThrow('enough');
    const { text } = await model.generate(asked('Which city is mentioned? Emma lives in London.'), {
      maximumTokens: 20,
    });
    expect(text).toBe('London');
  });
});

describe('a language model whose chat template lies in a file of its own', { timeout: 120_000 }, () => {
  /** The miniature as newer exports have it. */
  async function load(hasTemplate: boolean) {
    await useWasmRuntime();
    const { loadTextGenerator } = await import('./text-generator.ts');
    const files = filesIn(MODEL);
    const config: Record<string, unknown> = await (await files('tokenizer_config.json')).json();
    const { chat_template: template, ...plain } = config;
    return loadTextGenerator({
      files: async (path) => {
        if (path === 'tokenizer_config.json') return Response.json(plain);
        if (path !== 'chat_template.jinja') return files(path);
        if (!hasTemplate) throw new Error('There is no such file.');
        return new Response(String(template));
      },
      device: 'wasm',
      dtype: { model: 'q8' },
      configureRuntime: configureNodeRuntime,
    });
  }

  it('answers as the same model with the template in its configuration', async () => {
    const model = await load(true);
    const { text } = await model.generate(asked('Which city is mentioned? Emma lives in London.'), {
      maximumTokens: 20,
    });
    expect(text).toBe('London');
    await model.dispose();
  });

  it('is refused with a sentence where there is no template', async () => {
    await expect(load(false)).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringContaining('no chat template'),
    });
  });
});
