import type { AsrEngine } from '../../../src/engine/asr/asr-engine.ts';
import { SpeechWindowReader } from '../../../src/engine/audio/windows/speech-window-reader.ts';
import type { SileroVad } from '../../../src/engine/vad/silero-vad.ts';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import type { CorpusClip } from '../corpus/corpus-clips.ts';
import { countWordErrors, type WordErrors, wordErrorRate } from '../word-error-rate.ts';

/** Against the text of the reference that is nearest. */
export const errorsIn = (said: string, { texts, language }: CorpusClip): WordErrors =>
  texts
    .map((right) => countWordErrors(right, said, language))
    .reduce((best, next) => (wordErrorRate(next) < wordErrorRate(best) ? next : best));

/** The text of a recording, as a job with one language recognises it. */
export async function recogniseWhole(
  engine: AsrEngine,
  vad: SileroVad,
  recording: Blob,
  language: string | null,
): Promise<string> {
  const reader = await SpeechWindowReader.open(blobSource(recording), vad, {
    separateUtterances: false,
    withoutWebCodecs: true,
  });
  try {
    let text = '';
    const options = { language, languages: [], codeSwitching: false };
    for (let window = await reader.next(); window; window = await reader.next()) {
      const { segments } = await engine.transcribe(window, options, new AbortController().signal);
      text += segments.flatMap(({ words }) => words.map(({ word }) => word)).join('');
    }
    return text;
  } finally {
    await reader.close();
  }
}
