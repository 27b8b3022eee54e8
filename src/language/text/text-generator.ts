import {
  AutoModelForCausalLM,
  AutoTokenizer,
  DynamicCache,
  type PreTrainedTokenizer,
  StoppingCriteria,
  StoppingCriteriaList,
  Tensor,
  TextStreamer,
} from '@huggingface/transformers';
import { trailingRepetition } from '../../engine/decoding/repetition.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { z } from '../../lib/zod.ts';
import { type LoadTextModelOptions, loadTextModel } from './load-text-model.ts';
import { withoutThoughts } from './without-thoughts.ts';

export interface GeneratorMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface GenerateOptions {
  /** Maximum number of tokens to write. */
  maximumTokens: number;
  /** Receives the text so far as it grows. */
  onText?: (text: string) => void;
  signal?: AbortSignal;
}

export interface Generated {
  /** Without thoughts and a loop's repetitions. */
  text: string;
  /** It was stopped because it repeated one phrase over and over. */
  looped: boolean;
}

/** An instruction-following language model. */
export interface LoadedTextGenerator {
  /** Tokens it can read and write in one call. */
  contextTokens: number;
  countTokens(text: string): number;
  /** Rejects with the signal's reason, or with AppError `internal` if the messages leave no room for an answer. */
  generate(messages: readonly GeneratorMessage[], options: GenerateOptions): Promise<Generated>;
  dispose(): Promise<void>;
}

/**
 * Tokens of a prompt that are read at once: graphs give the scores of all words of the vocabulary for each of them, and compare each with
 * each. For 4,096 tokens and 150,000 words that is 2.5 GB.
 */
const READ_AT_ONCE = 256;

/** Models accept far more than a browser has memory and patience for: each token takes about 0.1 MB. */
const MOST_CONTEXT_TOKENS = 4096;
const causalConfig = z.object({ max_position_embeddings: z.int().positive().default(2048) });

/** Stops at a loop and at the caller's signal. */
class Guard extends StoppingCriteria {
  loop: { phrase: number; repeats: number } | null = null;

  constructor(
    private readonly promptTokens: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    super();
  }

  override _call(sequences: number[][]): boolean[] {
    return sequences.map((ids) => {
      this.loop = trailingRepetition(ids.slice(this.promptTokens).map(Number));
      return this.loop !== null || (this.signal?.aborted ?? false);
    });
  }
}

/**
 * Loads a causal language model with a chat template in the transformers.js layout. It always writes the likeliest
 * token, so a prompt always has the same answer.
 *
 * @throws AppError `model_missing` if `files` lacks a file
 */
export async function loadTextGenerator(options: LoadTextModelOptions): Promise<LoadedTextGenerator> {
  return loadTextModel(options, async (modelId, pretrained) => {
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(modelId),
      // One graph, one dtype: transformers.js looks it up by the part's name.
      AutoModelForCausalLM.from_pretrained(modelId, pretrained),
    ]);
    tokenizer.chat_template ??= await separateTemplate(options.files);
    const { max_position_embeddings: positions } = causalConfig.parse(model.config);
    const contextTokens = Math.min(positions, MOST_CONTEXT_TOKENS);
    const countTokens = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).length;

    const generate: LoadedTextGenerator['generate'] = async (messages, { maximumTokens, onText, signal }) => {
      signal?.throwIfAborted();
      const { input_ids, attention_mask } = templated(tokenizer, messages);
      const promptTokens = input_ids.dims.at(-1) ?? 0;
      const room = contextTokens - promptTokens;
      if (room < 1) {
        throw new AppError(
          'internal',
          msg`The text model's context holds ${contextTokens} tokens, but the prompt has ${promptTokens}.`,
        );
      }
      const guard = new Guard(promptTokens, signal);
      const stopping = new StoppingCriteriaList();
      stopping.push(guard);
      let written = '';
      const streamer = new TextStreamer(tokenizer, {
        skip_prompt: true,
        skip_special_tokens: true,
        callback_function: (piece) => {
          written += piece;
          onText?.(withoutThoughts(written));
        },
      });
      const cache = new DynamicCache();
      const reading = { do_sample: false, past_key_values: cache };
      let output: unknown;
      try {
        // Each part but the last writes a token, which is not among what is remembered.
        for (let end = READ_AT_ONCE; end < promptTokens; end += READ_AT_ONCE) {
          await model.generate({ ...reading, inputs: input_ids.slice(null, [0, end]), max_new_tokens: 1 });
          signal?.throwIfAborted();
        }
        output = await model.generate({
          ...reading,
          inputs: input_ids,
          attention_mask,
          max_new_tokens: Math.min(maximumTokens, room),
          streamer,
          stopping_criteria: stopping,
        });
      } finally {
        await cache.dispose();
      }
      signal?.throwIfAborted();
      if (!(output instanceof Tensor)) throw new AppError('internal', msg`The text model gave no text.`);
      const ids = Array.from(output.data, Number).slice(promptTokens);
      const { loop } = guard;
      // One of the repetitions is kept.
      const kept = loop ? ids.slice(0, ids.length - loop.phrase * (loop.repeats - 1)) : ids;
      const text = tokenizer.decode(kept, { skip_special_tokens: true });
      return { text: withoutThoughts(text), looped: loop !== null };
    };

    return { contextTokens, countTokens, generate, dispose: async () => void (await model.dispose()) };
  });
}

/** Newer exports keep the template out of `tokenizer_config.json`. */
async function separateTemplate(files: LoadTextModelOptions['files']): Promise<string> {
  try {
    return await (await files('chat_template.jinja')).text();
  } catch (cause) {
    throw new AppError(
      'model_missing',
      msg`The text model has no chat template: neither tokenizer_config.json nor chat_template.jinja has one.`,
      { remedy: msg`Delete the model and install it again.`, cause },
    );
  }
}

/** The conversation in the model's own template. Qwen3's is told to answer without thinking aloud. */
function templated(tokenizer: PreTrainedTokenizer, messages: readonly GeneratorMessage[]) {
  const withoutThinking = { add_generation_prompt: true, enable_thinking: false };
  const { input_ids, attention_mask } = tokenizer.apply_chat_template([...messages], withoutThinking);
  return { input_ids, attention_mask };
}
