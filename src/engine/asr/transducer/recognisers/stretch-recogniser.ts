import { quietestPoint } from '../../../audio/windows/quietest-point.ts';
import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import type { HotWord } from '../../asr-engine.ts';
import type { Recogniser, TimedToken } from './recogniser.ts';

/** A stretch ends at the quietest point of its last third, which is a pause in most speech. */
const EARLIEST_CUT = 2 / 3;

/** Recognises long windows in stretches, for models that lose text of longer ones. */
export class StretchRecogniser implements Recogniser {
  readonly #mostSamples: number;

  constructor(
    private readonly recogniser: Recogniser,
    mostSeconds: number,
  ) {
    this.#mostSamples = Math.floor(mostSeconds * SAMPLE_RATE);
  }

  async recognise(
    pcm: Float32Array,
    signal: AbortSignal,
    hotWords?: readonly HotWord[],
    language?: string,
  ): Promise<TimedToken[]> {
    const tokens: TimedToken[] = [];
    for (let start = 0; start < pcm.length; ) {
      const end = this.#endOf(pcm, start);
      const stretch = await this.recogniser.recognise(pcm.subarray(start, end), signal, hotWords, language);
      const offset = start / SAMPLE_RATE;
      for (const token of stretch) tokens.push({ ...token, time: token.time + offset });
      start = end;
    }
    return tokens;
  }

  get requiresLanguage(): boolean {
    return this.recogniser.requiresLanguage === true;
  }

  dispose(): Promise<void> {
    return this.recogniser.dispose();
  }

  #endOf(pcm: Float32Array, start: number): number {
    const most = start + this.#mostSamples;
    if (most >= pcm.length) return pcm.length;
    return quietestPoint(pcm, start + Math.floor(this.#mostSamples * EARLIEST_CUT), most);
  }
}
