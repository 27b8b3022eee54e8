import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { MAX_WINDOW_SECONDS, type SpeechWindow } from '../../src/engine/audio/windows/speech-window.ts';
import { SpeechWindowReader } from '../../src/engine/audio/windows/speech-window-reader.ts';
import type { SileroVad } from '../../src/engine/vad/silero-vad.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import { openVad } from '../accuracy/live/recognise-live.ts';
import { SAMPLE_RATE, wavBytes } from '../accuracy/whisper/write-wav.ts';
import type { Figure } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';
import { pausedSpeech } from './dense-speech.ts';

const section = 'windows';
const AUDIO = join(PROJECT_ROOT, '../shared/audio');
/** As in `rtf`. */
const RECORDINGS = [
  { name: 'dense speech', silence: 0 },
  { name: '30 % silence', silence: 0.3 },
  { name: 'half silence', silence: 0.5 },
];
const MOST_MINUTES = 10;

/** How full windows are, whose whole 30 s the encoder is paid for, and how much of them is speech. In Node; no model but voice activity. */
export async function windows({ minutes }: BenchOptions): Promise<Figure[]> {
  if (!existsSync(AUDIO)) {
    console.log(`Left out: there is no ${AUDIO}.`);
    return [];
  }
  const vad = await openVad();
  const figures: Figure[] = [];
  for (const { name, silence } of RECORDINGS) {
    const pcm = pausedSpeech(Math.min(minutes, MOST_MINUTES) * 60, silence);
    const found = await windowsOf(pcm, vad);
    const sound = sumOf(found.map((window) => window.pcm.length / SAMPLE_RATE));
    const speech = sumOf(
      found.flatMap((window) => (window.speech ?? []).map(({ start, end }) => end - start)),
    );
    const room = found.length * MAX_WINDOW_SECONDS;
    const figure = (what: string, value: number, unit: string): Figure => ({
      section,
      name: `${name}: ${what}`,
      value,
      unit,
    });
    figures.push(
      figure('windows a minute', found.length / (pcm.length / SAMPLE_RATE / 60), ''),
      figure('sound, of the 30 s of each', (sound / room) * 100, '%'),
      figure('speech, of the 30 s of each', (speech / room) * 100, '%'),
      figure('pauses that the windows keep, of their sound', (1 - speech / sound) * 100, '%'),
    );
  }
  return figures;
}

async function windowsOf(pcm: Float32Array, vad: SileroVad): Promise<SpeechWindow[]> {
  const source = blobSource(new Blob([wavBytes(pcm)]));
  const reader = await SpeechWindowReader.open(source, vad, { separateUtterances: false });
  const found: SpeechWindow[] = [];
  for (let next = await reader.next(); next; next = await reader.next()) found.push(next);
  await reader.close();
  return found;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
