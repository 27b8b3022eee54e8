import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface TruthWord {
  word: string;
  start: number;
  end: number;
}

export interface Clip {
  file: string;
  path: string;
  duration: number;
  channels: number;
  languages: string[];
  text: string;
  sentences: {
    text: string;
    language: string;
    channel: number;
    start: number;
    end: number;
    words: TruthWord[];
  }[];
}

const audioFolder = join(root, 'tests/fixtures/mini/audio');

const truth = JSON.parse(readFileSync(join(audioFolder, 'truth.json'), 'utf8')) as {
  clips: Omit<Clip, 'path'>[];
};

/** The miniature's clips: synthetic speech with exact word times. */
export const clips: Clip[] = truth.clips.map((clip) => ({ ...clip, path: join(audioFolder, clip.file) }));

export function clip(file: string): Clip {
  const found = clips.find((one) => one.file === file);
  if (!found) throw new Error(`There is no clip ${file}.`);
  return found;
}

/** Real recordings and models beside the project; null if they are absent. */
export const shared: string | null = existsSync(join(root, '../shared/audio'))
  ? join(root, '../shared')
  : null;

export const sharedAudio = (path: string): string => join(shared ?? '', 'audio', path);

export const fixture = (path: string): string => join(root, 'tests/fixtures', path);

export const WITHOUT_SHARED = 'left out: ../shared is not there';
