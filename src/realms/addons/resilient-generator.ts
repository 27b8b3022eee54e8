import type { Generated, LoadedTextGenerator } from '../../engine/text/text-generator.ts';
import { AppError } from '../../lib/errors.ts';

export interface RunningGenerator {
  generator: LoadedTextGenerator;
  onGpu: boolean;
}

/** @param withoutGpu why the graphics processor is not to be used; rejects with AppError where it runs nowhere else */
export type LoadGenerator = (withoutGpu?: string) => Promise<RunningGenerator>;

/**
 * A language model where it runs best. A graphics processor that cannot load it, fails in the middle, or gives blank or
 * looping text, is passed over for WASM.
 */
export class ResilientGenerator implements LoadedTextGenerator {
  #running: RunningGenerator;

  private constructor(
    private readonly load: LoadGenerator,
    running: RunningGenerator,
  ) {
    this.#running = running;
  }

  static async load(load: LoadGenerator): Promise<ResilientGenerator> {
    try {
      return new ResilientGenerator(load, await load());
    } catch (error) {
      // A missing file or model is missing anywhere.
      if (error instanceof AppError) throw error;
      console.error(error);
      return new ResilientGenerator(load, await load('the graphics processor could not load it'));
    }
  }

  get contextTokens(): number {
    return this.#running.generator.contextTokens;
  }

  countTokens(text: string): number {
    return this.#running.generator.countTokens(text);
  }

  async generate(...[messages, options]: Parameters<LoadedTextGenerator['generate']>): Promise<Generated> {
    const run = () => this.#running.generator.generate(messages, options);
    if (!this.#running.onGpu) return run();
    const written = await run().catch((error: unknown) => {
      options.signal?.throwIfAborted();
      if (error instanceof AppError) throw error;
      console.error(error);
      return null;
    });
    if (written && written.text !== '' && !written.looped) return written;
    const why = `the graphics processor ${written ? 'gave blank or looping text' : 'failed'}`;
    const next = await this.load(why).catch((error: unknown) => {
      // Text that loops may be the model's own fault: where it runs nowhere else, it is better than nothing.
      if (written?.text) return null;
      throw error;
    });
    if (!next) return written ?? run();
    await this.#running.generator.dispose();
    this.#running = next;
    return run();
  }

  dispose(): Promise<void> {
    return this.#running.generator.dispose();
  }
}
