import {
  AutoModelForCausalLM,
  AutoTokenizer,
  type PreTrainedTokenizer,
  TextStreamer,
} from '@huggingface/transformers';
import { keptTogether, type OrtSession } from '../../engine/kernels/sessions.ts';
import { damagedModel } from '../../engine/onnx/onnx-graph.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { z } from '../../lib/zod.ts';
import { CausalModel, readAtOnce } from './causal-model.ts';
import { type LoadTextModelOptions, loadTextModel } from './load-text-model.ts';
import { SteppingGraph } from './stepping-graph.ts';
import type { ChatMessage, TextGenerator } from './text-models.ts';
import { withoutThoughts } from './without-thoughts.ts';
import { type WritingStyle, writeLikeliest } from './write-likeliest.ts';

/** An instruction-following language model. */
export interface LoadedTextGenerator extends Pick<TextGenerator, 'contextTokens' | 'countTokens'> {
  /**
   * Writes without thoughts and a loop's repetitions.
   *
   * @throws AppError `internal` if the messages leave no room for an answer
   */
  generate: TextGenerator['generate'];
  dispose(): Promise<void>;
}

/** Models accept far more than a browser has memory and patience for: each token takes about 0.1 MB. */
const MOST_CONTEXT_TOKENS = 4096;
/** Where a model does not say how many words it knows. */
const LARGE_VOCABULARY = 160_000;
const tokenId = z.int().nonnegative();
const causalConfig = z.object({
  max_position_embeddings: z.int().positive().default(2048),
  vocab_size: z.int().positive().default(LARGE_VOCABULARY),
  eos_token_id: z.union([tokenId, z.array(tokenId)]).nullish(),
});
/** Fields of `generation_config.json`; what chooses by chance is left out. */
const writingConfig = z.object({
  eos_token_id: causalConfig.shape.eos_token_id,
  repetition_penalty: z.number().positive().nullish(),
});

/**
 * Loads a causal language model with a chat template in the transformers.js layout. It always writes the likeliest
 * token, so a prompt always has the same answer.
 *
 * @throws AppError `model_missing` if `files` lacks a file
 */
export async function loadTextGenerator(options: LoadTextModelOptions): Promise<LoadedTextGenerator> {
  const stepping = new SteppingGraph(options);
  try {
    return await load({ ...options, files: stepping.files }, () => stepping.open());
  } catch (error) {
    if (!stepping.isEdited) throw error;
    // As it was published it needs less memory, too.
    console.warn(error);
    return load(options, async () => null);
  }
}

function load(
  options: LoadTextModelOptions,
  openStepper: () => Promise<OrtSession | null>,
): Promise<LoadedTextGenerator> {
  return loadTextModel(options, async (modelId, pretrained) => {
    const [tokenizer, loaded] = await Promise.all([
      AutoTokenizer.from_pretrained(modelId),
      // One graph, one dtype: transformers.js looks it up by the part's name.
      AutoModelForCausalLM.from_pretrained(modelId, pretrained),
    ]);
    tokenizer.chat_template ??= await separateTemplate(options.files);
    const { model: session }: Record<string, OrtSession> = loaded.sessions;
    if (!session) throw damagedModel('onnx/model');
    const stepper = await openStepper();
    const sessions = stepper ? [session, stepper] : [session];
    const [whole = session, single] = options.device === 'wasm' ? keptTogether(sessions) : sessions;
    const config = causalConfig.parse(loaded.config);
    const model = new CausalModel(whole, { stepper: single, atOnce: readAtOnce(config.vocab_size) });
    const writing = writingConfig.parse(loaded.generation_config ?? {});
    const contextTokens = Math.min(config.max_position_embeddings, MOST_CONTEXT_TOKENS);
    const style: WritingStyle = {
      ends: new Set([writing.eos_token_id ?? config.eos_token_id ?? []].flat()),
      repetitionPenalty: writing.repetition_penalty ?? 1,
    };
    const countTokens = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).length;

    const write: LoadedTextGenerator['generate'] = async (messages, options) => {
      const { maximumTokens, onText, isEnough, signal } = options;
      signal?.throwIfAborted();
      const prompt = templated(tokenizer, messages);
      const room = contextTokens - prompt.length;
      if (room < 1) {
        throw new AppError(
          'internal',
          msg`The text model's context holds ${contextTokens} tokens, but the prompt has ${prompt.length}.`,
        );
      }
      let shown = '';
      const streamer = new TextStreamer(tokenizer, {
        skip_special_tokens: true,
        callback_function: (piece) => {
          shown += piece;
          onText?.(withoutThoughts(shown));
        },
      });
      const { tokens, ended, took } = await writeLikeliest(model, prompt, {
        ...style,
        maximumTokens: Math.min(maximumTokens, room),
        onToken: (token) => streamer.put([[BigInt(token)]]),
        isEnough: () => isEnough?.(withoutThoughts(shown)) ?? false,
        signal,
      });
      streamer.end();
      const text = tokens.length > 0 ? tokenizer.decode(tokens, { skip_special_tokens: true }) : '';
      return { text: withoutThoughts(text), ended, took };
    };

    // One after the other: each goes on from what the model remembers of the last.
    let last: Promise<unknown> = Promise.resolve();
    const generate: LoadedTextGenerator['generate'] = (messages, options) => {
      const written = last.then(() => write(messages, options));
      last = written.catch(() => undefined);
      return written;
    };

    return { contextTokens, countTokens, generate, dispose: () => model.dispose() };
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

/** The tokens of a conversation in the model's own template. Qwen3 answers without its reasoning. */
function templated(tokenizer: PreTrainedTokenizer, messages: readonly ChatMessage[]): number[] {
  const withoutThinking = { add_generation_prompt: true, enable_thinking: false };
  const { input_ids } = tokenizer.apply_chat_template([...messages], withoutThinking);
  return Array.from(input_ids.data, Number);
}
