import { TRANSCRIPTION_LANGUAGE_CODES } from '../../../contract/transcripts/language-code.ts';
import type { SpeechWindow } from '../../audio/windows/speech-window.ts';
import { CancellationPoint } from '../../decoding/cancellation-point.ts';
import { damagedModel, floats, type OnnxGraph } from '../../onnx/onnx-graph.ts';
import { firstSpeechOrAll } from './first-speech.ts';
import { type FoundLanguage, type LanguageFinder, spokenAmong } from './language-finder.ts';

/** Its accuracy was published for the first five seconds (FLEURS, 85%). */
const FIRST_SECONDS = 5;

const KNOWN: ReadonlySet<string> = new Set(TRANSCRIPTION_LANGUAGE_CODES);

/**
 * VoxLingua107 (huggingface.co/speechbrain/lang-id-voxlingua107-ecapa): from a waveform to the probabilities of 107
 * languages. It has no class for speech in none of them.
 */
export class VoxlinguaFinder implements LanguageFinder {
  /** @param labels its languages in order of the output, such as `iw` for Hebrew; `by` is the id of the model */
  constructor(
    private readonly graph: OnnxGraph,
    private readonly labels: readonly string[],
    private readonly by: string,
  ) {}

  async findLanguage(
    window: SpeechWindow,
    languages: readonly string[],
    signal: AbortSignal,
  ): Promise<FoundLanguage> {
    const cancellation = new CancellationPoint(signal);
    return firstSpeechOrAll(window, FIRST_SECONDS, async (pcm) => {
      await cancellation.check();
      return this.#likeliest(await this.#probabilities(pcm), languages);
    });
  }

  async release(): Promise<void> {
    await this.graph.release();
  }

  /** By API language; those that the API has no code for keep their label. */
  async #probabilities(pcm: Float32Array): Promise<ReadonlyMap<string, number>> {
    const [input = ''] = this.graph.inputNames;
    const [output = ''] = this.graph.outputNames;
    const read = await this.graph.run({ [input]: this.graph.tensor(input, [1, pcm.length], pcm) });
    const values = floats(read(output));
    if (values.length !== this.labels.length || !values.every(Number.isFinite)) {
      throw damagedModel(this.by);
    }
    const byLanguage = new Map<string, number>();
    for (const [index, label] of this.labels.entries()) {
      const language = label === 'iw' ? 'he' : label;
      byLanguage.set(language, (byLanguage.get(language) ?? 0) + Math.max(values[index] ?? 0, 0));
    }
    return byLanguage;
  }

  #likeliest(probabilities: ReadonlyMap<string, number>, some: readonly string[]): FoundLanguage {
    const sumOf = (codes: Iterable<string>) =>
      [...codes].reduce((sum, code) => sum + (probabilities.get(code) ?? 0), 0);
    const all = sumOf(probabilities.keys());
    const among = spokenAmong(some, (code) => (probabilities.get(code) ?? 0) / all);
    // All languages are compared: speech in one without a code is not sure to be in any other.
    const choice = among.length > 0 ? among : [...probabilities.keys()];
    const total = sumOf(choice);
    let best: FoundLanguage = { language: 'en', confidence: 0, by: this.by };
    for (const language of choice) {
      const confidence = (probabilities.get(language) ?? 0) / total;
      if (KNOWN.has(language) && confidence > best.confidence) best = { ...best, language, confidence };
    }
    return best;
  }
}
