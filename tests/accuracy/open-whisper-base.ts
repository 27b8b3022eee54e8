import { readFile } from 'node:fs/promises';
import type { AsrEngine, RecognisedWord, TranscribeOptions } from '../../src/engine/asr/asr-engine.ts';
import type { LoadedWhisper } from '../../src/engine/asr/whisper/loaded-whisper.ts';
import type { SpeechWindow } from '../../src/engine/audio/windows/speech-window.ts';
import { SpeechWindowReader } from '../../src/engine/audio/windows/speech-window-reader.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import { openVad } from './live/recognise-live.ts';
import { whisperBaseOptions } from './load-whisper-base.ts';

/** Whisper base with its real weights in Node, with the windows of the app. */
export interface OpenedWhisper {
  parts: LoadedWhisper;
  windowsOf(sound: Uint8Array<ArrayBuffer>): Promise<SpeechWindow[]>;
  transcribe(
    windows: readonly SpeechWindow[],
    language: string,
    options?: Partial<TranscribeOptions>,
  ): Promise<RecognisedWord[]>;
}

export async function openWhisperBase(): Promise<OpenedWhisper> {
  // The runtime is set up before the engine is loaded.
  const options = await whisperBaseOptions();
  const { loadWhisperParts } = await import('../../src/engine/asr/whisper/load-whisper.ts');
  const { WhisperEngine } = await import('../../src/engine/asr/whisper/whisper-engine.ts');
  const parts = await loadWhisperParts(options);
  const engine: AsrEngine = new WhisperEngine(parts);
  const vad = await openVad();
  return {
    parts,
    windowsOf: async (sound) => {
      const how = { separateUtterances: false, withoutWebCodecs: true };
      const reader = await SpeechWindowReader.open(blobSource(new Blob([sound])), vad, how);
      const windows: SpeechWindow[] = [];
      for (let window = await reader.next(); window; window = await reader.next()) windows.push(window);
      await reader.close();
      return windows;
    },
    transcribe: async (windows, language, options = {}) => {
      const words: RecognisedWord[] = [];
      for (const window of windows) {
        const asked = { language, languages: [language], codeSwitching: false, ...options };
        const { segments } = await engine.transcribe(window, asked, new AbortController().signal);
        words.push(...segments.flatMap((segment) => segment.words));
      }
      return words;
    },
  };
}

export const soundOf = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(path));
