import type { SoundModel } from '../../../engine/sound-events/sound-model.ts';
import { SoundScanner } from '../../../engine/sound-events/sound-scanner.ts';
import type { LiveUpdate } from '../shared/api.ts';

/** Names the sounds of a session while they last. */
export class LiveSounds {
  readonly #scanner: SoundScanner;

  /**
   * @param time second of the session at which its sound begins here
   * @param onNews receives what has begun, and what is over
   */
  constructor(
    model: Pick<SoundModel, 'labels' | 'score'>,
    private readonly time: number,
    private readonly onNews: (news: Omit<Extract<LiveUpdate, { type: 'sound' }>, 'type'>) => void,
  ) {
    this.#scanner = new SoundScanner(model.labels, model.score);
  }

  /** @param channels equally many samples, 16 kHz, ±1 */
  async push(channels: readonly Float32Array[]): Promise<void> {
    const [first = new Float32Array(0)] = channels;
    const mixed = first.map(
      (_, at) => channels.reduce((sum, one) => sum + (one[at] ?? 0), 0) / channels.length,
    );
    await this.#scanner.push(mixed);
    this.#report();
  }

  async finish(): Promise<void> {
    await this.#scanner.finish();
    this.#report();
  }

  #report(): void {
    for (const { id, sound, isOver } of this.#scanner.news()) {
      const moved = { ...sound, start: sound.start + this.time, end: sound.end + this.time };
      // A worker that takes the place of another begins to count anew.
      this.onNews({ id: `${this.time}_${id}`, sound: moved, isOver });
    }
  }
}
