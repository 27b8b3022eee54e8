import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import type { ChannelWindow } from '../../../src/engine/diarization/find-speakers.ts';
import { diarizationClips } from '../diarization-clips.ts';
import type { SpokenSegment } from '../diarization-error.ts';
import { readerRounds } from '../reader-rounds.ts';
import { RecordingDiarizer } from '../recording-diarizer.ts';
import { wavBytes } from '../whisper/write-wav.ts';
import { drawnDialogues } from './drawn-dialogues.ts';
import { type JoinedRecording, joinedRecordings } from './joined-speakers.ts';

const STORED = join(PROJECT_ROOT, '.cache/turns.json');

export type Kind = 'meeting' | 'turns' | 'readers' | JoinedRecording['kind'];

/** A recording with known turns, and what the networks find in it. */
export interface HeardWithTurns {
  name: string;
  kind: Kind;
  /** Recordings with a voice in common are left out together. */
  voices: readonly string[];
  segments: SpokenSegment[];
  windows: ChannelWindow[];
}

/**
 * All recordings with turns. What the networks find takes minutes and is stored in `.cache/turns.json`, so that grouping is measured in
 * seconds: delete the file after a change of windows, networks or recordings.
 */
export async function heardRecordings(): Promise<HeardWithTurns[]> {
  if (existsSync(STORED)) return JSON.parse(readFileSync(STORED, 'utf8'));
  const diarizer = await RecordingDiarizer.load();
  const recordings: HeardWithTurns[] = [];
  const add = async (of: Omit<HeardWithTurns, 'windows'>, bytes: Uint8Array<ArrayBuffer>) => {
    const { windows } = await diarizer.hear(bytes);
    recordings.push({ ...of, windows });
  };
  try {
    for (const { name, kind, path, segments } of diarizationClips()) {
      const speakers = segments.map(({ speaker }) => (kind === 'meeting' ? speaker : `${name} ${speaker}`));
      await add({ name, kind, voices: [...new Set(speakers)], segments }, await readFile(path));
    }
    const soundOf = (path: string) => diarizer.speechIn(path);
    for (const { name, readers, pcm, segments } of await readerRounds(soundOf))
      await add({ name, kind: 'readers', voices: voicesIn(readers), segments }, wavBytes(pcm));
    const made = [...(await joinedRecordings(soundOf)), ...(await drawnDialogues(soundOf))];
    for (const { name, kind, voices, pcm, segments } of made)
      await add({ name, kind, voices: voicesIn(voices), segments }, wavBytes(pcm));
  } finally {
    await diarizer.dispose();
  }
  mkdirSync(dirname(STORED), { recursive: true });
  writeFileSync(STORED, JSON.stringify(recordings));
  return recordings;
}

/** Two recordings of one speaker. */
const KENNEDY = new Set(['jfk.wav', 'kennedy.flac']);
const voicesIn = (files: readonly string[]) =>
  files.map((file) => (KENNEDY.has(basename(file)) ? 'Kennedy' : basename(file)));
