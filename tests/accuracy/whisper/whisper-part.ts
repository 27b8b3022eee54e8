import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import type { PreRecordedJob } from '../../../src/contract/jobs/pre-recorded-job.ts';
import type { Transcription } from '../../../src/contract/transcripts/transcription-result.ts';
import { readWav } from '../../miniatures/read-wav.ts';
import type { Figure } from '../../runner/figure.ts';

/** The real weights, a folder of ../shared/models that the manifest does not name. */
export const WHISPER_BASE = 'whisper-base-q8';

/** The built app with the real weights. */
export interface WhisperApp {
  /** @param params of the request, without the audio and the model */
  transcribe(path: string, params?: Record<string, unknown>): Promise<PreRecordedJob>;
  /** A folder for recordings that are made here. */
  folder: string;
}

/** One part of `npm run accuracy -- whisper`; prints a line per clip. */
export type WhisperPart = (app: WhisperApp) => Promise<Figure[]>;

export const section = 'whisper';

export const percent = (value: number): string => `${(value * 100).toFixed(1)} %`.padStart(9);

export const sharedAudio = (file: string): string => join(PROJECT_ROOT, '../shared/audio', file);

/** The first channel of a 16-bit recording of 16 kHz. */
export function samplesOf(file: string): Float32Array {
  const [pcm] = readWav(readFileSync(sharedAudio(file)));
  if (!pcm) throw new Error(`${file} has no channel.`);
  return pcm;
}

/** Recordings one after the other, with so many seconds of silence between them. */
export function joined(
  parts: readonly Float32Array[],
  gapSeconds: number,
  sampleRate = 16_000,
): Float32Array {
  const gap = Math.round(gapSeconds * sampleRate);
  const length = parts.reduce((sum, part) => sum + part.length, 0) + gap * (parts.length - 1);
  const pcm = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    pcm.set(part, at);
    at += part.length + gap;
  }
  return pcm;
}

/** @throws Error if the job failed */
export function transcriptionOf(job: PreRecordedJob): Transcription {
  const transcription = job.result?.transcription;
  if (!transcription) throw new Error(JSON.stringify(job.post_session_metadata.error));
  return transcription;
}

export const textOf = (job: PreRecordedJob): string => transcriptionOf(job).full_transcript;
