import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { WordTime } from './word-time-error.ts';

/** A recording with a known transcript. */
export interface ReferenceClip {
  name: string;
  path: string;
  /** What is said, per channel; one entry if the channels are alike. Empty if nothing is said. */
  channels: { text: string; words: WordTime[] | null }[];
  /** Languages spoken, in any order. */
  languages: string[];
}

const recordingsManifest = z.array(
  z.object({
    file: z.string(),
    lang: z.string().nullish(),
    text: z.string().nullish(),
    channels: z.array(z.string()).optional(),
    silence: z.boolean().optional(),
  }),
);

const leopardTruth = z.object({
  tests: z.object({
    language_tests: z.array(
      z.object({
        audio_file: z.string(),
        words: z.array(z.object({ word: z.string(), start_sec: z.number(), end_sec: z.number() })),
      }),
    ),
  }),
});

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Real recordings with a reference text, from ../shared/audio; empty if it is absent. */
export function recordedClips(): ReferenceClip[] {
  const folder = join(PROJECT_ROOT, '../shared/audio');
  if (!existsSync(folder)) return [];
  const times = leopardTimes(join(folder, 'leopard/test_data.json'));
  return recordingsManifest
    .parse(readJson(join(folder, 'manifest.json')))
    .filter(({ text, channels, silence }) => text || channels || silence)
    .map(({ file, lang, text, channels }) => ({
      name: file,
      path: join(folder, file),
      languages: lang ? [lang] : [],
      channels: channels?.map((said) => ({ text: said, words: null })) ?? [
        { text: text ?? '', words: times.get(file) ?? null },
      ],
    }));
}

/** Word times by file name in the manifest. */
function leopardTimes(path: string): Map<string, WordTime[]> {
  const { tests } = leopardTruth.parse(readJson(path));
  return new Map(
    tests.language_tests.map(({ audio_file, words }) => [
      `leopard/${audio_file}`,
      words.map(({ word, start_sec, end_sec }) => ({ word, start: start_sec, end: end_sec })),
    ]),
  );
}
