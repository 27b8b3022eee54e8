import { joined, samplesOf } from '../accuracy/whisper/whisper-part.ts';
import { SAMPLE_RATE } from '../accuracy/whisper/write-wav.ts';

const SPEECH = [
  'whisper.cpp/jfk.wav',
  'leopard/test.wav',
  'leopard/diarization_test.wav',
  'pocketsphinx/sense_and_sensibility_01_austen_64kb-0870.wav',
];

/** English by four people in turn, in samples: whole clips, until they are `seconds` long, with a pause of `gap` seconds between them. */
export function denseSpeech(seconds: number, gap: number): Float32Array {
  const clips = SPEECH.map(samplesOf);
  const parts: Float32Array[] = [];
  for (let length = 0, index = 0; length < seconds * SAMPLE_RATE; index += 1) {
    const clip = clips[index % clips.length] ?? new Float32Array(SAMPLE_RATE);
    parts.push(clip);
    length += clip.length;
  }
  return joined(parts, gap);
}

/** Between clips of dense speech, seconds. */
const SHORT_PAUSE = 0.2;

/** The same, about `seconds` long, of which a share is silence between the clips. */
export function pausedSpeech(seconds: number, silence: number): Float32Array {
  const samples = SPEECH.reduce((sum, clip) => sum + samplesOf(clip).length, 0);
  const pause = ((samples / SPEECH.length / SAMPLE_RATE) * silence) / (1 - silence);
  return denseSpeech(seconds * (1 - silence), Math.max(SHORT_PAUSE, pause));
}
