import { type DecoderState, GpuStepError } from '../../../kernels/index.ts';
import type { WhisperConfig } from '../whisper-config.ts';
import { crop, type ReadPrefix } from './read-prefix.ts';
import type { ChosenToken, SourceOptions, TokenSource } from './token-source.ts';

type GpuState = NonNullable<DecoderState['gpu']>;

/** Tokens that the GPU chooses while those before are on their way here. */
export class GpuTokens implements TokenSource {
  readonly #gpu: GpuState;
  readonly #prefix: ReadPrefix;
  readonly #options: SourceOptions;
  readonly #config: WhisperConfig;
  readonly #follower: ReturnType<GpuState['texts']['follow']>;

  constructor(
    gpu: GpuState,
    { prefix, options, config }: { prefix: ReadPrefix; options: SourceOptions; config: WhisperConfig },
  ) {
    this.#gpu = gpu;
    this.#prefix = prefix;
    this.#options = options;
    this.#config = config;
    const { temperature, draw, room: longest, said = [], maxInitialTimestamp } = options;
    const seed = temperature === 0 ? 0 : Math.floor(draw() * 2 ** 32);
    this.#follower = gpu.texts.follow(
      gpu.text,
      { said, maxInitialTimestamp },
      { temperature, seed, longest },
    );
  }

  async next(): Promise<ChosenToken> {
    const choice = await this.#follower.next();
    if (!choice) throw new GpuStepError('The GPU ended a text too early.');
    const [chosen] = choice.candidates;
    // Without one, the numbers are lost.
    if (!chosen) return { token: this.#config.endToken, score: Number.NaN, text: 0, total: Number.NaN };
    return { ...chosen, text: choice.text, total: choice.total };
  }

  async read(): Promise<null> {
    return null;
  }

  attention(tokens: number): Promise<Float32Array[]> {
    this.end();
    const first = this.#gpu.text.tokens.length - 1 - (this.#options.said?.length ?? 0);
    const end = this.#gpu.text.tokens.length + tokens;
    return keptAttention(this.#gpu, this.#prefix, {
      parts: [{ row: this.#gpu.text.row, first, end }],
      frames: this.#options.frames,
      config: this.#config,
    });
  }

  end(): void {
    this.#gpu.texts.stop(this.#follower);
  }
}

/** Cross attention that the GPU kept of some stretches of texts, `heads` × `frames` for each token. */
export async function keptAttention(
  { texts }: GpuState,
  { audio }: Pick<ReadPrefix, 'audio'>,
  {
    parts,
    frames,
    config,
  }: { parts: readonly { row: number; first: number; end: number }[]; frames: number; config: WhisperConfig },
): Promise<Float32Array[]> {
  const heads = config.alignment?.heads.length ?? 0;
  if (heads === 0) return [];
  const { audioPositions } = config;
  const size = heads * audioPositions;
  const rows: Float32Array[] = [];
  for (const { row, first, end } of parts) {
    const kept = await texts.attention(row, first, end);
    for (let at = 0; at < end - first; at += 1)
      rows.push(
        crop(kept.subarray(at * size, (at + 1) * size), audioPositions, Math.min(frames, audio.positions)),
      );
  }
  return rows;
}
