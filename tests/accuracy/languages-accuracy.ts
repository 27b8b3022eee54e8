import { readFile } from 'node:fs/promises';
import { SpeechWindowReader } from '../../src/engine/audio/windows/speech-window-reader.ts';
import { CancellationPoint } from '../../src/engine/decoding/cancellation-point.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import type { SectionReport } from './accuracy-section.ts';
import { corpusClips } from './corpus/corpus-clips.ts';
import { openVad } from './live/recognise-live.ts';
import { whisperBaseOptions } from './load-whisper-base.ts';

const UNKNOWN = 'languages unknown';

/** Languages of a person who adds a recording in this one; least clips of 205 that are found. */
const PEOPLE: Record<string, { likely: (spoken: string) => string[]; atLeast: number }> = {
  [UNKNOWN]: { likely: () => [], atLeast: 171 },
  English: { likely: () => ['en'], atLeast: 173 },
  'its own and English': { likely: (spoken) => [spoken, 'en'], atLeast: 177 },
  others: { likely: (spoken) => ['de', 'fr', 'es'].filter((code) => code !== spoken), atLeast: 168 },
};

/**
 * The language of each clip's first window, of the development corpus, as Whisper base finds it for different people. Clips whose language
 * is not found without knowing any are named.
 */
export async function languagesAccuracy(): Promise<SectionReport> {
  const options = await whisperBaseOptions();
  const { loadWhisperParts } = await import('../../src/engine/asr/whisper/load-whisper.ts');
  const { detectLanguage } = await import('../../src/engine/asr/whisper/languages/detect-language.ts');
  const { decodeScores } = await import('../../src/engine/asr/whisper/decoding/prefill-decoder.ts');
  const { encode, encodeWhole } = await import('../../src/engine/asr/whisper/encoder/encode-audio.ts');
  const { languageByText, scoresAgain } = await import(
    '../../src/engine/asr/whisper/languages/language-by-text.ts'
  );
  const { POSITION_SAMPLES } = await import('../../src/engine/asr/whisper/recognise-pass.ts');
  const { audioOf, piecesOf } = await import('../../src/engine/asr/whisper/window-audio.ts');
  const { SURE_OF_LANGUAGE } = await import('../../src/engine/asr/whisper/encoder/choose-recognition.ts');
  const parts = await loadWhisperParts(options);
  const vad = await openVad();
  const cancellation = new CancellationPoint(new AbortController().signal);
  const right = new Map(Object.keys(PEOPLE).map((person) => [person, [] as string[]]));
  for (const { path, file, language } of corpusClips()) {
    const source = blobSource(new Blob([await readFile(path)]));
    const how = { separateUtterances: false, withoutWebCodecs: true };
    const reader = await SpeechWindowReader.open(source, vad, how);
    const window = await reader.next();
    await reader.close();
    if (!window) continue;
    const { pcm } = audioOf(window, piecesOf(window));
    const audio = await encode(parts, pcm);
    const short = await decodeScores(parts, audio);
    const isWhole = audio.positions === parts.model.config.audioPositions;
    const frames = Math.min(Math.ceil(pcm.length / POSITION_SAMPLES), audio.positions);
    let again = isWhole ? short : null;
    for (const [person, { likely }] of Object.entries(PEOPLE)) {
      const among = { languages: [], likely: likely(language) };
      let found = detectLanguage(short, among);
      if (found.confidence < SURE_OF_LANGUAGE) {
        if (!again) {
          const encoded = await encodeWhole(parts, pcm);
          again = await scoresAgain(parts, { pcm, encoded }, cancellation);
          parts.model.release(encoded);
        }
        found = await languageByText(parts, audio, { scores: again, among, frames }, cancellation);
      }
      if (found.language === language) right.get(person)?.push(file);
      else if (person === UNKNOWN)
        console.log(`${file}: ${language}, found ${found.language} (${found.confidence.toFixed(2)})`);
    }
    parts.model.release(audio);
  }
  await parts.model.dispose();
  const figures = Object.entries(PEOPLE).map(([person, { atLeast }]) => ({
    ...{ section: 'languages', name: `clips with their language: person speaks ${person}` },
    ...{ value: right.get(person)?.length ?? 0, unit: '', atLeast },
  }));
  return { figures, details: Object.fromEntries(right), failed: 0 };
}
