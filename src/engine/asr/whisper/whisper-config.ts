import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { z } from '../../../lib/zod.ts';
import { languageOfToken } from './languages/language-tokens.ts';

const tokenId = z.int().nonnegative();
const head = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

const architectureFile = z.object({
  d_model: z.int().positive(),
  num_mel_bins: z.int().positive().default(80),
  decoder_layers: z.int().positive(),
  decoder_attention_heads: z.int().positive(),
  max_source_positions: z.int().positive().default(1500),
  max_target_positions: z.int().positive().default(448),
});

const generationFile = z.object({
  eos_token_id: z.union([tokenId, z.array(tokenId).min(1)]),
  decoder_start_token_id: tokenId,
  no_timestamps_token_id: tokenId,
  prev_sot_token_id: tokenId.nullish(),
  lang_to_id: z.record(z.string(), tokenId).nullish(),
  task_to_id: z.record(z.string(), tokenId).nullish(),
  is_multilingual: z.boolean().nullish(),
  suppress_tokens: z.array(z.int()).nullish(),
  begin_suppress_tokens: z.array(z.int()).nullish(),
  max_initial_timestamp_index: z.int().nonnegative().nullish(),
  alignment_heads: z.array(head).nullish(),
  alignment_heads_predicting: z.array(head).nullish(),
});

/** The attention row of a token: where the model predicted it (OpenAI's heads) or where it was read. */
export type RowConvention = 'predicting' | 'input';

/** Heads whose cross attention follows the speech. */
export interface AlignmentHeads {
  /** Layer and head. */
  heads: readonly (readonly [number, number])[];
  convention: RowConvention;
}

/** What decoding needs of a Whisper model. */
export interface WhisperConfig {
  /** Mel bands of the spectrogram: 80, or 128 since large-v3. */
  mels: number;
  layers: number;
  heads: number;
  headSize: number;
  /** Encoder positions of a full window: 1,500 for 30 s. */
  audioPositions: number;
  /** Longest token sequence, including the prompt. */
  textPositions: number;
  startToken: number;
  endToken: number;
  previousTextToken: number;
  noSpeechToken: number;
  noTimestampsToken: number;
  /** `<|0.00|>`; each following token is 20 ms later. */
  firstTimestampToken: number;
  /** Null in an English-only model. */
  transcribeToken: number | null;
  /** Language tokens with their transcription language codes; empty in an English-only model. */
  languages: ReadonlyMap<number, string>;
  /** Never emitted. */
  suppressed: readonly number[];
  /** Never emitted first. */
  suppressedFirst: readonly number[];
  /** Latest first timestamp, in steps of 20 ms. */
  maxInitialTimestamp: number;
  alignment: AlignmentHeads | null;
}

/** In the paper speech begins within the first second; some published configurations say 1 and mean one second. */
const MIN_INITIAL_TIMESTAMP = 50;

/**
 * Parses a model's `config.json` and `generation_config.json`. Files with only `alignment_heads` follow OpenAI's
 * convention, as every published model does. Throws AppError `internal` if they do not describe a Whisper model.
 */
export function parseWhisperConfig(config: unknown, generationConfig: unknown): WhisperConfig {
  const architecture = architectureFile.safeParse(config);
  const generation = generationFile.safeParse(generationConfig);
  if (!architecture.success || !generation.success) {
    throw new AppError(
      'internal',
      msg`The speech model cannot be used: its config.json or generation_config.json does not describe a Whisper model with timestamps.`,
      { cause: architecture.error ?? generation.error },
    );
  }
  const { d_model, decoder_layers, decoder_attention_heads, ...sizes } = architecture.data;
  const file = generation.data;
  const multilingual = file.is_multilingual ?? file.lang_to_id != null;
  const heads = file.alignment_heads_predicting ?? file.alignment_heads;
  return {
    mels: sizes.num_mel_bins,
    layers: decoder_layers,
    heads: decoder_attention_heads,
    headSize: d_model / decoder_attention_heads,
    audioPositions: sizes.max_source_positions,
    textPositions: sizes.max_target_positions,
    startToken: file.decoder_start_token_id,
    endToken: firstOf(file.eos_token_id),
    previousTextToken: file.prev_sot_token_id ?? file.no_timestamps_token_id - 2,
    noSpeechToken: file.no_timestamps_token_id - 1,
    noTimestampsToken: file.no_timestamps_token_id,
    firstTimestampToken: file.no_timestamps_token_id + 1,
    transcribeToken: multilingual ? (file.task_to_id?.transcribe ?? null) : null,
    languages: new Map(
      multilingual
        ? Object.entries(file.lang_to_id ?? {}).map(([token, id]) => [id, languageOfToken(token)])
        : [],
    ),
    suppressed: (file.suppress_tokens ?? []).filter((id) => id >= 0),
    suppressedFirst: (file.begin_suppress_tokens ?? []).filter((id) => id >= 0),
    maxInitialTimestamp: Math.max(file.max_initial_timestamp_index ?? 0, MIN_INITIAL_TIMESTAMP),
    alignment: heads?.length ? { heads, convention: 'predicting' } : null,
  };
}

function firstOf(ids: number | number[]): number {
  return Array.isArray(ids) ? (ids[0] ?? 0) : ids;
}
