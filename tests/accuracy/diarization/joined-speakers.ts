import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { concatenate } from '../../../src/lib/bytes/concatenate.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import type { SpokenSegment } from '../diarization-error.ts';
import { SAMPLE_RATE } from '../whisper/write-wav.ts';
import { READER_DIALOGUES, type SoundWay } from './reader-dialogues.ts';
import { farAway, overTelephone } from './sound-ways.ts';
import { speechStretches } from './speech-stretches.ts';

export const AUDIO = join(PROJECT_ROOT, '../shared/audio');

/** Clips of one speaker each, or of several clips of one speaker. */
type Voices = readonly (readonly string[])[];

const oceans = (...names: string[]) => names.map((name) => `corpus/speechocean762/${name}.wav`);
const commonVoices = (...names: string[]) =>
  names.map((name) => [`corpus/common-voice-en/common_voice_en_${name}.wav`]);

/** Each speaker is in one dialogue alone, so that leaving a dialogue out leaves its voices out. */
export const DIALOGUES: readonly { name: string; voices: Voices }[] = [
  {
    name: 'two men',
    voices: [oceans('000010053', '000010089'), oceans('001130155', '001130168')],
  },
  {
    name: 'two women',
    voices: [oceans('010420040', '010420060'), oceans('036310063', '036310062')],
  },
  {
    name: 'three men',
    voices: [
      oceans('014220070', '014220068'),
      oceans('014650038', '014650085'),
      oceans('030020077', '030020172'),
    ],
  },
  { name: 'three women', voices: commonVoices('19760367', '19175551', '17782315') },
  { name: 'four men', voices: commonVoices('19745476', '19598503', '20874222', '19678886') },
  {
    name: 'six people',
    voices: commonVoices('19462004', '20491390', '20288523', '22959173', '17250887', '19753195'),
  },
  {
    name: 'two readers of books',
    voices: [['corpus/librosa-data/198-209-0000.ogg'], ['corpus/librosa-data/3436-172162-0000.ogg']],
  },
  {
    name: 'Swedish and English',
    voices: [
      ['002', '003', '004'].map((take) => `corpus/mfa/se10x016-08071999-1334_u0016${take}.wav`),
      ['corpus/vall-e-prompts/LJ049-0108_24K.wav', 'corpus/lhotse/LJ002-0020.wav'],
    ],
  },
  {
    name: 'three in a studio',
    voices: ['p238_165', 'p301_102', 'p314_272'].map((take) => [`corpus/vctk/${take}.wav`]),
  },
];

/** Speakers of about 20 s or more, each once near and once otherwise. */
const ALONE: readonly string[] = [
  'corpus/whisper.net/kennedy.flac',
  'corpus/cuttledoc-fleurs/fleurs-de-009.ogg',
  'corpus/cuttledoc-fleurs/fleurs-es-001.ogg',
  'corpus/librosa-data/3436-172162-0000.ogg',
  'corpus/librosa-data/198-209-0000.ogg',
  'pocketsphinx/sense_and_sensibility_01_austen_64kb-0870.wav',
  'mfa/61-70968-0000.flac',
];

const WAYS: Record<string, (pcm: Float32Array) => Float32Array> = {
  'by telephone': overTelephone,
  'far away': farAway,
};

/** A person who walks away is near for the first half. */
const thenFar = (pcm: Float32Array) =>
  concatenate([pcm.subarray(0, pcm.length / 2), farAway(pcm.subarray(pcm.length / 2))]);
export const PLACES: Record<SoundWay, (pcm: Float32Array) => Float32Array> = {
  telephone: overTelephone,
  far: farAway,
  'then far': thenFar,
};
const FIRST_SEED = 100;

const SHORTEST_TURN = 1;
const LONGEST_TURN = 5;
const SHORTEST_INTERJECTION = 0.5;
const LONGEST_INTERJECTION = 1;
const LONGEST_OVERLAP = 0.8;

/** How people talk with each other: shares of the turns that are interjections, or begin early, and the longest pause, in seconds. */
export interface TalkStyle {
  interjections: number;
  overlaps: number;
  longestGap: number;
}
const LIVELY: TalkStyle = { interjections: 0.25, overlaps: 0.2, longestGap: 0.6 };

/** A recording made of others, with its turns. */
export interface JoinedRecording {
  name: string;
  kind: 'dialogue' | 'talk' | 'aside' | 'moving' | 'drawn' | 'drawnAside';
  /** The recordings of its speakers. */
  voices: readonly string[];
  pcm: Float32Array;
  segments: SpokenSegment[];
}

/**
 * Dialogues of speakers of the corpus, with interjections and overlap, and single speakers whose second half comes by
 * telephone or from far away.
 *
 * @param soundOf a recording's sound, 16 kHz mono
 */
export async function joinedRecordings(
  soundOf: (path: string) => Promise<Float32Array>,
): Promise<JoinedRecording[]> {
  const recordings: JoinedRecording[] = [];
  const sound = (file: string) => soundOf(join(AUDIO, file));
  for (const [index, { name, voices }] of DIALOGUES.entries()) {
    const sounds: Float32Array[] = [];
    for (const files of voices) sounds.push(concatenate(await Promise.all(files.map(sound))));
    recordings.push({
      name,
      kind: 'dialogue',
      voices: voices.flat(),
      ...dialogueOf(sounds.map(sameLevel), seededRandom(index)),
    });
  }
  for (const [index, { name, kind, readers }] of READER_DIALOGUES.entries()) {
    const sounds: Float32Array[] = [];
    for (const { files, way } of readers) {
      const clips = sameLevel(concatenate(await Promise.all(files.map(sound))));
      sounds.push(way ? PLACES[way](clips) : clips);
    }
    const voices = readers.flatMap(({ files }) => files);
    recordings.push({ name, kind, voices, ...dialogueOf(sounds, seededRandom(FIRST_SEED + index)) });
  }
  for (const file of ALONE) {
    const pcm = sameLevel(await sound(file));
    for (const [way, change] of Object.entries(WAYS)) {
      const moved = concatenate([pcm.subarray(0, pcm.length / 2), change(pcm.subarray(pcm.length / 2))]);
      recordings.push({
        name: `${file}, then ${way}`,
        kind: 'moving',
        voices: [file],
        pcm: moved,
        segments: segmentsOf(pcm, 0, '0'),
      });
    }
  }
  return recordings;
}

/** Turns until everybody has said everything once; some turns are interjections, some begin before the last one ends. */
export function dialogueOf(
  voices: readonly Float32Array[],
  random: () => number,
  style: TalkStyle = LIVELY,
): Pick<JoinedRecording, 'pcm' | 'segments'> {
  const parts: { voice: number; at: number; pcm: Float32Array }[] = [];
  const read = voices.map(() => 0);
  const between = (least: number, most: number) =>
    Math.round((least + random() * (most - least)) * SAMPLE_RATE);
  let at = 0;
  let last = -1;
  for (;;) {
    const left = voices.map((voice, index) => voice.length - (read[index] ?? 0));
    const able = left.flatMap((samples, index) =>
      samples >= SHORTEST_INTERJECTION * SAMPLE_RATE && index !== last ? [index] : [],
    );
    const voice = able[Math.floor(random() * able.length)];
    if (voice === undefined) break;
    const isInterjection = random() < style.interjections;
    const wanted = isInterjection
      ? between(SHORTEST_INTERJECTION, LONGEST_INTERJECTION)
      : between(SHORTEST_TURN, LONGEST_TURN);
    const from = read[voice] ?? 0;
    const pcm = (voices[voice] ?? new Float32Array()).subarray(from, from + wanted);
    read[voice] = from + pcm.length;
    const overlaps = random() < style.overlaps && parts.length > 0;
    const begins = overlaps
      ? Math.max(0, at - between(0, LONGEST_OVERLAP))
      : at + between(0, style.longestGap);
    parts.push({ voice, at: begins, pcm });
    at = Math.max(at, begins + pcm.length);
    last = voice;
  }
  const sound = new Float32Array(at);
  for (const part of parts)
    part.pcm.forEach((value, index) => {
      sound[part.at + index] = (sound[part.at + index] ?? 0) + value;
    });
  return {
    pcm: sound,
    segments: parts.flatMap(({ voice, at: begins, pcm }) => segmentsOf(pcm, begins, String(voice))),
  };
}

function segmentsOf(pcm: Float32Array, at: number, speaker: string): SpokenSegment[] {
  return speechStretches(pcm).map(([start, end]) => ({
    speaker,
    start: at / SAMPLE_RATE + start,
    end: at / SAMPLE_RATE + end,
  }));
}

const LOUDNESS = 0.08;

/** With the loudest tenth at one level. */
export function sameLevel(pcm: Float32Array): Float32Array {
  const sorted = pcm.map(Math.abs).sort();
  const loud = sorted[Math.floor(sorted.length * 0.9)] || 1;
  return pcm.map((value) => (value * LOUDNESS) / loud);
}
