import { readFile } from 'node:fs/promises';
import type { LanguageScores } from '../../src/engine/asr/whisper/languages/detect-language.ts';
import { SpeechWindowReader } from '../../src/engine/audio/windows/speech-window-reader.ts';
import { CancellationPoint } from '../../src/engine/decoding/cancellation-point.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import type { SectionReport } from './accuracy-section.ts';
import { corpusClips } from './corpus/corpus-clips.ts';
import { openVad } from './live/recognise-live.ts';
import { whisperBaseOptions } from './load-whisper-base.ts';

/** Languages of a person who adds a recording in this one; least clips of 205 that are found. */
const PEOPLE: Record<string, { likely: (spoken: string) => string[]; atLeast: number }> = {
  'languages unknown': { likely: () => [], atLeast: 163 },
  English: { likely: () => ['en'], atLeast: 170 },
  'its own and English': { likely: (spoken) => [spoken, 'en'], atLeast: 176 },
  others: { likely: (spoken) => ['de', 'fr', 'es'].filter((code) => code !== spoken), atLeast: 157 },
};

/** The language of each clip's first window, of the development corpus, as Whisper base finds it for different people. */
export async function languagesAccuracy(): Promise<SectionReport> {
  const options = await whisperBaseOptions();
  const { loadWhisperParts } = await import('../../src/engine/asr/whisper/load-whisper.ts');
  const { detectLanguage } = await import('../../src/engine/asr/whisper/languages/detect-language.ts');
  const { listen } = await import('../../src/engine/asr/whisper/languages/find-language.ts');
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
    const short = await listen(parts, pcm, cancellation);
    let whole: LanguageScores | null = null;
    for (const [person, { likely }] of Object.entries(PEOPLE)) {
      const wishes = { languages: [], likely: likely(language) };
      let found = detectLanguage(short, wishes);
      if (found.confidence < SURE_OF_LANGUAGE) {
        whole ??= await listen({ ...parts, shortAudio: 'never' }, pcm, cancellation);
        found = detectLanguage(whole, wishes);
      }
      if (found.language === language) right.get(person)?.push(file);
    }
  }
  await parts.model.dispose();
  const figures = Object.entries(PEOPLE).map(([person, { atLeast }]) => ({
    ...{ section: 'languages', name: `clips with their language: person speaks ${person}` },
    ...{ value: right.get(person)?.length ?? 0, unit: '', atLeast },
  }));
  return { figures, details: Object.fromEntries(right), failed: 0 };
}
