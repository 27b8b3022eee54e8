import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import type { HotWord } from '../../asr-engine.ts';
import { ZipformerStream } from '../live/zipformer-stream.ts';
import type { TokenTable } from '../words/token-table.ts';
import type { Recogniser, TimedToken } from './recogniser.ts';
import { type ZipformerGraphs, ZipformerModel } from './zipformer-model.ts';

/** Windows through a streaming zipformer. Every window starts from scratch, so a result never depends on earlier windows. */
export class ZipformerRecogniser implements Recogniser {
  private constructor(private readonly model: ZipformerModel) {}

  static async open(graphs: ZipformerGraphs, table: TokenTable): Promise<ZipformerRecogniser> {
    return new ZipformerRecogniser(await ZipformerModel.open(graphs, table));
  }

  async recognise(
    pcm: Float32Array,
    signal: AbortSignal,
    hotWords: readonly HotWord[] = [],
  ): Promise<TimedToken[]> {
    const cancellation = new CancellationPoint(signal);
    const stream = this.stream(hotWords);
    await stream.push(pcm, cancellation);
    await stream.flush(cancellation);
    return stream.takeFinal();
  }

  /** A stretch of sound of any length, in pieces. */
  stream(hotWords: readonly HotWord[]): ZipformerStream {
    return new ZipformerStream(this.model, hotWords);
  }

  async dispose(): Promise<void> {
    await this.model.dispose();
  }
}
