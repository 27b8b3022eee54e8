import { AutoModelForSeq2SeqLM, AutoTokenizer } from '@huggingface/transformers';
import type { OrtSession } from '../../engine/kernels/sessions.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { z } from '../../lib/zod.ts';
import type { TranslatedWord } from '../marian/tagged-words.ts';
import { type LoadTextModelOptions, loadTextModel } from './load-text-model.ts';
import { searchBeams, type WrittenText } from './search-beams.ts';
import { Seq2SeqModel } from './seq2seq-model.ts';
import { joinTexts, splitText } from './split-text.ts';

/** A text and one of its translations. */
export interface Translated {
  source: string;
  text: string;
  /** Mean log-probability of its tokens; comparable between translations of the same source. */
  score: number;
  /** The output in the model's own tokens. */
  tokens: readonly number[];
  /** Where each of its words comes from, in order; absent if the model does not say. */
  words?: readonly TranslatedWord[];
}

export interface TranslateOptions {
  /** Languages by their API codes. */
  source: string;
  target: string;
  /** Preceding text with its translation by this model: it is read as context and continued. */
  before?: readonly Translated[];
  /** Forbidden words. */
  without?: readonly string[];
  /** Number of beams; 1 always takes the likeliest token. */
  beams?: number;
  /** Prefers translations with fewer words. */
  short?: boolean;
}

/** A loaded translation model. */
export interface TranslationEngine {
  /**
   * Translates a text of any length; longer than the model's input, it is split into sentences.
   *
   * @returns translations, best first: at most as many as beams, at least one; throws AppError `model_missing` if the
   *   model does not support a language
   */
  translate(text: string, options: TranslateOptions): Promise<Translated[]>;
  dispose(): Promise<void>;
}

const tokenId = z.int().nonnegative();
const seq2seqConfig = z.object({
  model_type: z.enum(['marian', 'm2m_100']),
  d_model: z.int().positive(),
  decoder_attention_heads: z.int().positive(),
  decoder_start_token_id: tokenId,
  eos_token_id: tokenId,
  pad_token_id: tokenId,
  max_position_embeddings: z.int().positive().default(512),
});

/**
 * Such models are trained on sentences: they read longer ones worse even if positions are left, and lose some of
 * several at once.
 */
const MOST_SOURCE_TOKENS = 120;
const MOST_TOKENS_TOGETHER = 40;
const MOST_TOKENS_BEFORE = 40;
/** Maximum length of a translation relative to its source, in tokens, plus a few for short ones. */
const LONGEST_RATIO = 3;
const FEW_TOKENS = 12;
/** A translation shorter than this share means that the context distracted the model from the source. */
const SHORTEST_RATIO = 0.3;
const SHORT_SEARCH_BEAMS = 6;

/** Languages whose codes in models differ from the API's. */
const OTHER_NAMES: Readonly<Record<string, string>> = { jw: 'jv' };

/**
 * Loads a translation model in the transformers.js layout: Marian (OPUS-MT, one language pair) or M2M100.
 *
 * @throws AppError `model_missing` if `files` lacks a file, or the model is of another type
 */
export async function loadTranslator(options: LoadTextModelOptions): Promise<TranslationEngine> {
  return loadTextModel(options, async (modelId, pretrained) => {
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(modelId),
      AutoModelForSeq2SeqLM.from_pretrained(modelId, pretrained),
    ]);
    const config = seq2seqConfig.safeParse(model.config);
    const sessions: Record<string, OrtSession> = model.sessions;
    const { model: encoder, decoder_model_merged: decoder } = sessions;
    if (!config.success || !encoder || !decoder) {
      throw new AppError(
        'model_missing',
        msg`The translation model cannot be used: it is neither a Marian nor an M2M100 model.`,
        { remedy: msg`Delete it and install another.` },
      );
    }
    return new Seq2SeqTranslator(
      new Seq2SeqModel(encoder, decoder, {
        heads: config.data.decoder_attention_heads,
        headSize: config.data.d_model / config.data.decoder_attention_heads,
      }),
      {
        encode: (text) => tokenizer.encode(text, { add_special_tokens: false }),
        decode: (tokens) => tokenizer.decode([...tokens], { skip_special_tokens: true }).trim(),
        vocabulary: tokenizer.get_vocab(),
      },
      config.data,
    );
  });
}

interface TextTokens {
  encode(text: string): number[];
  decode(tokens: readonly number[]): string;
  vocabulary: ReadonlyMap<string, number>;
}

class Seq2SeqTranslator implements TranslationEngine {
  readonly #model: Seq2SeqModel;
  readonly #tokens: TextTokens;
  readonly #config: z.infer<typeof seq2seqConfig>;

  constructor(model: Seq2SeqModel, tokens: TextTokens, config: z.infer<typeof seq2seqConfig>) {
    this.#model = model;
    this.#tokens = tokens;
    this.#config = config;
  }

  async translate(text: string, options: TranslateOptions): Promise<Translated[]> {
    const language = OTHER_NAMES[options.source] ?? options.source;
    const fewerThan = (most: number) => (part: string) => this.#tokens.encode(part).length <= most;
    const limits = {
      fits: fewerThan(this.#mostTokens),
      fitsTogether: fewerThan(Math.min(MOST_TOKENS_TOGETHER, this.#mostTokens)),
    };
    const parts: Translated[][] = [];
    for (const part of splitText(text, language, limits)) {
      parts.push(await this.#translatePart(part, parts.length === 0 ? options : { ...options, before: [] }));
    }
    const [first = [], ...others] = parts;
    if (others.length === 0)
      return first.length > 0 ? first : [{ source: text, text: '', score: 0, tokens: [] }];
    // The next part continues from the last one.
    const last = parts.at(-1)?.[0];
    return [
      {
        source: last?.source ?? text,
        text: joinTexts(parts.map(([best]) => best?.text ?? '')),
        score: parts.reduce((sum, [best]) => sum + (best?.score ?? 0), 0) / parts.length,
        tokens: last?.tokens ?? [],
      },
    ];
  }

  dispose(): Promise<void> {
    return this.#model.dispose();
  }

  get #mostTokens(): number {
    return Math.min(MOST_SOURCE_TOKENS, this.#config.max_position_embeddings - 2);
  }

  /**
   * A part that the model reads at once: with the preceding text, and again without it if that led the model astray.
   */
  async #translatePart(part: string, options: TranslateOptions): Promise<Translated[]> {
    const tokens = this.#tokens.encode(part);
    const known = this.#knownBefore(options.before ?? [], this.#mostTokens - tokens.length);
    const shortest = tokens.length > 3 ? tokens.length * SHORTEST_RATIO : 1;
    const isSound = ({ ended, tokens: written }: WrittenText) => ended && written.length >= shortest;
    let texts = await this.#write(tokens, known, options, null);
    if (!texts.some(isSound) && known.length > 0) texts = await this.#write(tokens, [], options, null);
    // A model stuck on one phrase finds another if it is forbidden.
    if (!texts.some(({ ended }) => ended)) texts = [...(await this.#write(tokens, [], options, 3)), ...texts];
    const ended = texts.filter((text) => text.ended);
    return (ended.length > 0 ? ended : texts.slice(0, 1)).map((text) => ({
      source: part,
      text: this.#tokens.decode(text.tokens),
      score: text.meanLogProbability,
      tokens: text.tokens,
    }));
  }

  /** As much of the preceding text as fits, from its end. */
  #knownBefore(before: readonly Translated[], room: number): Translated[] {
    let left = Math.min(room, MOST_TOKENS_BEFORE);
    const known: Translated[] = [];
    for (const one of before.toReversed()) {
      left -= Math.max(this.#tokens.encode(one.source).length, one.tokens.length);
      if (left < 0 || one.tokens.length === 0) break;
      known.unshift(one);
    }
    return known;
  }

  async #write(
    tokens: readonly number[],
    before: readonly Translated[],
    { source, target, without = [], beams = 1, short = false }: TranslateOptions,
    noRepeat: number | null,
  ): Promise<WrittenText[]> {
    const { eos_token_id: endToken, decoder_start_token_id, pad_token_id, model_type } = this.#config;
    const many = model_type === 'm2m_100';
    const read = [
      ...(many ? [this.#languageToken(source)] : []),
      ...before.flatMap((one) => this.#tokens.encode(one.source)),
      ...tokens,
      endToken,
    ];
    const prefix = [
      decoder_start_token_id,
      ...(many ? [this.#languageToken(target)] : []),
      ...before.flatMap((one) => one.tokens),
    ];
    const room = this.#config.max_position_embeddings - prefix.length;
    const start = await this.#model.start(read, prefix);
    return searchBeams(this.#model, start, {
      beams: short ? Math.max(beams, SHORT_SEARCH_BEAMS) : beams,
      maximumTokens: Math.min(tokens.length * LONGEST_RATIO + FEW_TOKENS, room),
      endToken,
      banned: [
        [pad_token_id],
        [decoder_start_token_id],
        // A word follows a space or starts the text: both are encoded alike.
        ...without.map((word) => this.#tokens.encode(word)),
      ].filter(([first]) => first !== endToken),
      noRepeat,
      lengthPower: short ? 0 : 1,
    });
  }

  #languageToken(language: string): number {
    const token = this.#tokens.vocabulary.get(`__${OTHER_NAMES[language] ?? language}__`);
    if (token === undefined) {
      throw new AppError(
        'model_missing',
        msg`The translation model does not support the language ${language}.`,
      );
    }
    return token;
  }
}
